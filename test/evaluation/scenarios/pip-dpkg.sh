# Packages without a network: pip, dpkg and a Python build.
unset PIP_FIND_LINKS PIP_CONFIG_FILE; export PIP_CONFIG_FILE=/dev/null PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INDEX=1 PIP_ROOT_USER_ACTION=ignore
python3 -m venv --without-pip env && echo "virtual environment env created"
mkdir -p pkg/tinytool && echo 'def run(): return 1' > pkg/tinytool/__init__.py; printf '[project]\nname = "tinytool"\nversion = "0.3.0"\n' > pkg/pyproject.toml
pip install --target out nosuchpackage==9.9; pip install --target out ./missing-dir; pip download requests-mock-tool; pip check | head -3; pip uninstall -y ghost-package
python3 -m compileall -q pkg && echo "compileall pkg: ok"; printf 'def broken(:\n  pass\n' > bad_module.py; python3 -m compileall bad_module.py; python3 -m py_compile pkg/tinytool/__init__.py && echo "tinytool compiled"
python3 -c 'import nosuchmodule'; python3 -c 'import json; print("json imported")'; python3 -m doctest pkg/tinytool/__init__.py && echo "doctest: no failures"
mkdir -p deb/DEBIAN; printf 'Package: tinytool\nVersion: 0.3\nArchitecture: all\nMaintainer: Dev <dev@example.org>\nDescription: tiny\n' > deb/DEBIAN/control; dpkg-deb --root-owner-group --build deb tinytool.deb; dpkg-deb -I tinytool.deb | grep -i package; dpkg-deb --build nothing x.deb; echo junk > junk.deb; dpkg-deb -I junk.deb; dpkg -s nosuchdeb; dpkg --compare-versions 2.0 gt 1.9 && echo "version 2.0 is newer than 1.9"
