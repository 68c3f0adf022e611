// One thread of the page: takes the module, then questions, and answers them one by one.
'use strict';
let module, instance, memory;

// The three functions that the module imports; none of them reads or writes anything outside.
const imports = () => {
  const clock_time_get = (id, precision, place) => {
    new DataView(memory.buffer).setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  const all = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module))
    (all[from] ??= {})[name] = name === 'clock_time_get' ? clock_time_get : () => {};
  return all;
};

// Five digits to the base 85 are four bytes; the first character says how many bytes at the end are too many.
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%,()*+-;.=:?@^_/{|}~';
const unpacked = (text) => {
  const value = new Map([...digits].map((digit, i) => [digit.charCodeAt(0), i])), view = new DataView(new ArrayBuffer((text.length - 1) / 5 * 4));
  for (let from = 1, to = 0, number = 0; from < text.length; to += 4, number = 0) {
    for (const end = from + 5; from < end; ++from) number = number * 85 + value.get(text.charCodeAt(from));
    view.setUint32(to, number);
  }
  return new Uint8Array(view.buffer, 0, view.byteLength - Number(text[0]));
};

const compiled = async (text) =>
  WebAssembly.compile(await new Response(new Blob([unpacked(text)]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());

// A question is text, which bytes may follow.
const asked = (text, bytes) => {
  const place = instance.exports.question(text.length + bytes.length);
  if (place === 0) throw Error('this takes more memory than the page may have');
  const target = new Uint8Array(memory.buffer);
  target.set(text, place);
  target.set(bytes, place + text.length);
  const status = instance.exports.ask();
  const start = instance.exports.answer() >>> 0;
  return {status, found: new Uint8Array(memory.buffer).slice(start, start + instance.exports.answer_size())};
};

const answer = async ({id, packed, module: given, question, bytes = [], raw}) => {
  const begin = performance.now();
  try {
    if (question === undefined) {
      module = given ?? await compiled(packed);
      instance = await WebAssembly.instantiate(module, imports());
      memory = instance.exports.memory;
      instance.exports._initialize?.();
      return postMessage({id, module});
    }
    const {status, found} = asked(new TextEncoder().encode(question), bytes);
    postMessage({id, status, answer: raw && !status ? found : new TextDecoder().decode(found), ms: performance.now() - begin});
  } catch (error) {
    postMessage({id, status: 1, broken: true, answer: `the module stopped: ${error.message}`});
  }
};
let before = Promise.resolve();
onmessage = ({data}) => { before = before.then(() => answer(data)); };
