// Chromium by the WebDriver protocol, spoken plainly: chromedriver and Node's own fetch are all that it needs.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const started = (driver) => new Promise((resolve, reject) => {
  let text = '';
  driver.stdout.on('data', (piece) => {
    text += piece;
    const port = /started successfully on port (\d+)/.exec(text);
    if (port) resolve(Number(port[1]));
  });
  driver.on('error', reject);
  driver.on('exit', (status) => reject(new Error(`chromedriver ended with status ${status}: ${text}`)));
});

/** A browser with a new, empty profile; close() ends it and its driver. `logs` are kept beside the console's. */
export async function openBrowser(logs = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'apportion-browser-'));
  const driver = spawn('chromedriver', ['--port=0'], {stdio: ['ignore', 'pipe', 'ignore']});
  const port = await started(driver);
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`,
                               {method, body: body === undefined ? undefined : JSON.stringify(body)});
    const {value} = await answer.json();
    if (value && value.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
                '--disable-background-networking', '--disable-component-update', '--disable-sync', '--hide-scrollbars',
                `--user-data-dir=${profile}`];
  const {sessionId} = await call('POST', '/session', {capabilities: {alwaysMatch: {
    browserName: 'chrome', 'goog:chromeOptions': {args}, 'goog:loggingPrefs': {browser: 'ALL', ...logs},
    // The test as a whole has a limit; a busy machine takes more than the usual 30 seconds for a script.
    timeouts: {script: 300_000}}}});
  const session = `/session/${sessionId}`;
  return {
    // Opening the address of the page that is shown may return before the new page is there.
    open: async (url) => {
      await call('POST', `${session}/url`, {url: 'about:blank'});
      await call('POST', `${session}/url`, {url});
    },
    /** Runs a function in the page; arguments and answer are JSON. */
    evaluate: (work, ...values) =>
        call('POST', `${session}/execute/sync`, {script: `return (${work})(...arguments)`, args: values}),
    press: (keys) => call('POST', `${session}/actions`, {actions: [{type: 'key', id: 'keyboard', actions:
        keys.flatMap((key) => [{type: 'keyDown', value: key}, {type: 'keyUp', value: key}])}]}),
    /** Presses the pointer at the first of these places {x, y} of the window and moves it through the others. */
    drag: (places) => call('POST', `${session}/actions`, {actions: [{type: 'pointer', id: 'mouse', actions: [
      {type: 'pointerMove', duration: 0, ...places[0]}, {type: 'pointerDown', button: 0},
      ...places.slice(1).map((place) => ({type: 'pointerMove', duration: 10, ...place})), {type: 'pointerUp', button: 0}]}]}),
    /** Gives files to an input of that id. */
    attach: async (id, file) => {
      const found = await call('POST', `${session}/element`, {using: 'css selector', value: `#${id}`});
      await call('POST', `${session}/element/${Object.values(found)[0]}/value`, {text: file});
    },
    devtools: (cmd, params) => call('POST', `${session}/goog/cdp/execute`, {cmd, params}),
    log: (type = 'browser') => call('POST', `${session}/se/log`, {type}),
    close: async () => {
      await call('DELETE', session);
      driver.kill();
      rmSync(profile, {recursive: true, force: true, maxRetries: 5});
    },
  };
}
