"""The public function keeps its name: no module is called like it."""

import importlib
import pkgutil

import pabisym


def test_no_module_takes_the_name_of_a_public_function():
    modules = {one.name for one in pkgutil.iter_modules(pabisym.__path__)}
    functions = {name for name in pabisym.__all__ if callable(getattr(pabisym, name))}
    assert not modules & functions
    importlib.import_module("pabisym.refutation.search")
    assert callable(pabisym.refute)
