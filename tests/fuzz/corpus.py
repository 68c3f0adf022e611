#!/usr/bin/python3
# The kept inputs of the fuzz targets, packed: tests/fuzz/corpus/TARGET.jsonl, or that of an extension (extensions/NAME/
# before it), has a line for each,
# {"name": NAME, "text": TEXT}, or "base64" where its bytes are no text.
#   corpus.py unpack FOLDER             writes FOLDER/TARGET/NAME for all of them, FOLDER/TARGET.dict for each section
#                                       === TARGET of dictionaries.txt, and removes what else is in FOLDER
#   corpus.py add TARGET FILE...        keeps more inputs, under their names; one of the same name is replaced
import base64
import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = [HERE, *sorted(HERE.parents[1].glob("extensions/*/tests/fuzz"))]


def line_of(name, content):
    try:
        return json.dumps({"name": name, "text": content.decode()}, ensure_ascii=False)
    except UnicodeDecodeError:
        return json.dumps({"name": name, "base64": base64.b64encode(content).decode()})


def inputs_of(packed):
    entries = map(json.loads, packed.read_text(encoding="utf-8").split("\n")[:-1])
    return {each["name"]: each["text"].encode() if "text" in each else base64.b64decode(each["base64"]) for each in entries}


def unpack(folder):
    shutil.rmtree(folder, ignore_errors=True)
    for place in FOLDERS:
        for packed in sorted(place.glob("corpus/*.jsonl")):
            target = folder / packed.stem
            target.mkdir(parents=True)
            for name, content in inputs_of(packed).items():
                (target / name).write_bytes(content)
        for dictionaries in place.glob("dictionaries.txt"):
            for section in re.split("^=== ", dictionaries.read_text(encoding="utf-8"), flags=re.M)[1:]:
                target, words = section.split("\n", 1)
                (folder / f"{target}.dict").write_text(words, encoding="utf-8")


def add(target, files):
    packed = next((file for place in FOLDERS for file in place.glob(f"corpus/{target}.jsonl")), HERE / "corpus" / f"{target}.jsonl")
    inputs = inputs_of(packed) if packed.exists() else {}
    inputs |= {file.name: file.read_bytes() for file in files}
    packed.write_text("".join(line_of(*each) + "\n" for each in sorted(inputs.items())), encoding="utf-8", newline="")


if sys.argv[1:2] == ["unpack"] and len(sys.argv) == 3:
    unpack(pathlib.Path(sys.argv[2]))
elif sys.argv[1:2] == ["add"] and len(sys.argv) > 3:
    add(sys.argv[2], [pathlib.Path(file) for file in sys.argv[3:]])
else:
    sys.exit("usage: corpus.py unpack FOLDER | add TARGET FILE...")
