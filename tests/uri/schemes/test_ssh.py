"""ssh."""

import pytest

from tests.uri.schemes.by_scheme import parts_of, violations_in

DRAFT = "draft-ietf-secsh-scp-sftp-ssh-uri-04, 3"
FINGERPRINT = "ssh-dss-c1-b1-30-29-d7-b8-de-6c-97-77-10-d7-46-41-63-87"


@pytest.mark.parametrize(
    ("authority", "user", "port", "fingerprint"),
    [
        ("host.example.com", None, 22, None),
        ("user@host.example.com", "user", 22, None),
        ("user@host.example.com:2222", "user", 2222, None),
        (f"user;fingerprint={FINGERPRINT}@host.example.com", "user", 22, FINGERPRINT),
        (f"user;a=b,Fingerprint={FINGERPRINT},c=@host.example.com", "user", 22, FINGERPRINT),
        (f";fingerprint={FINGERPRINT}@host.example.com", "", 22, FINGERPRINT),
        ("us%40er%3B@host.example.com", "us@er;", 22, None),
    ],
)
def test_secsh_3_user_host_port_and_fingerprint(
    authority: str, user: str | None, port: int, fingerprint: str | None
) -> None:
    parts = parts_of(f"ssh://{authority}")
    assert (parts.user, parts.password, parts.host, parts.port) == (user, None, "host.example.com", port)
    assert parts.fingerprint == fingerprint


def test_secsh_3_parameters() -> None:
    assert parts_of("ssh://u;A-b=1,c=@host").parameters == (("a-b", "1"), ("c", ""))


def test_rfc3986_7_5_a_password_is_not_shown() -> None:
    parts = parts_of("ssh://user:se%3Bcret;a=b@host")
    assert parts.password == "se;cret"
    assert "cret" not in repr(parts)


def test_the_path_is_for_others() -> None:
    assert parts_of("ssh://git@example.com/user/a%2Fb.git").segments == ("user", "a/b.git")


@pytest.mark.parametrize(
    ("userinfo", "offset"),
    [
        ("u;", 2),
        ("u;a", 2),
        ("u;=b", 2),
        ("u;a=b,", 6),
        ("u;a=b;c=d", 2),
        ("u;a=b.c", 2),
        ("u;a=b,c=%41", 6),
        (";a:b", 1),
    ],
)
def test_secsh_3_a_parameter_is_name_and_value(userinfo: str, offset: int) -> None:
    assert violations_in(f"ssh://{userinfo}@host") == [("userinfo", offset, DRAFT)]


def test_secsh_3_a_host_and_no_query() -> None:
    assert violations_in("ssh://user@:22/") == [("host", 0, DRAFT)]
    assert violations_in("ssh:user") == [("host", 0, DRAFT)]
    assert violations_in("ssh://host/a?b") == [("query", 0, DRAFT)]
    assert violations_in("ssh://host:65536") == [("port", 0, "RFC 6335, 6")]
