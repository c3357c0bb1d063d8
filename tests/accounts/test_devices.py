"""Browsers are named in the list of sessions."""

from __future__ import annotations

import pytest

from accounts.templatetags.devices import device


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
         "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
         "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("curl/8.0", "unknown browser"),
        ("", "unknown browser"),
        ("<script>", "unknown browser"),
    ],
)  # fmt: skip
def test_a_browser_and_its_system(user_agent, name):
    assert device(user_agent) == name
