import subprocess
import sys

import pytest

from gm import cli


def test_an_unknown_command_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["nonsense"]) == 2
    assert capsys.readouterr().err == "casekeeper: no command 'nonsense'; see casekeeper --help\n"


def test_no_command_is_wrong_usage() -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main([])
    assert caught.value.code == 2


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["--help"])
    assert caught.value.code == 0
    shown = capsys.readouterr().out
    for name, (_, about) in cli.COMMANDS.items():
        assert f"  {name:<10} {about}" in shown


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status: object = cli.main([name, "--help"])
    except SystemExit as left:  # argparse's way
        status = left.code
    assert status == 0
    assert f"casekeeper {name}" in capsys.readouterr().out


def test_a_command_gets_what_follows_it_and_gives_the_status(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(cli.COMMANDS, "count", ("builtins:len", "how many arguments"))
    assert cli.main(["count", "--a", "b", "-c"]) == 3


def test_the_module_and_the_script_are_the_same_command() -> None:
    for command in ([sys.executable, "-m", "gm"], [f"{sys.prefix}/bin/casekeeper"]):
        done = subprocess.run([*command, "nonsense"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
