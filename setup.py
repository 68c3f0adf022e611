# The Python package with its extension, and the program, both built by CMake: `pip install --no-build-isolation .`
# without a network. APPORTION_BUILD names another folder to build in, such as one that is built already.
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("APPORTION_BUILD", ROOT / "build" / "pip")).resolve()
PROJECT = re.search(r'project\(apportion VERSION (\S+).*?DESCRIPTION "(.*?)"', (ROOT / "CMakeLists.txt").read_text(), re.S)


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        if not (BUILD / "CMakeCache.txt").exists():
            options = ["CMAKE_BUILD_TYPE=Release", "APPORTION_TESTS=OFF", "APPORTION_BENCHMARKS=OFF",
                       "APPORTION_RIVALS=OFF", f"Python3_EXECUTABLE={sys.executable}"]  # fmt: skip
            subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", BUILD, *(f"-D{each}" for each in options)], check=True)
        built = subprocess.run(["cmake", "--build", BUILD, "--target", "apportion", "apportion_python"])
        if built.returncode != 0:
            sys.exit("the extension was not built; scripts/setup installs what it needs, pybind11 among it")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(BUILD / "python" / "apportion" / target.name, target)


# What setuptools writes stays beside that.
(ROOT / "build" / "pip").mkdir(parents=True, exist_ok=True)
setup(
    name="apportion",
    version=PROJECT[1],
    description=PROJECT[2],
    python_requires=">=3.9",
    install_requires=["numpy"],
    package_dir={"": "python"},
    packages=["apportion"],
    package_data={"apportion": ["*.pyi", "py.typed"]},
    ext_modules=[Extension("apportion._core", [])],
    cmdclass={"build_ext": BuildByCMake},
    data_files=[("bin", [os.path.relpath(BUILD / "apportion", ROOT)])],
    options={"egg_info": {"egg_base": "build/pip"}, "build": {"build_base": "build/pip"}},
)
