"""Fair deals: nobody can choose the seed, nobody is told the secret early, and afterwards anybody can check it all."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from games import replay, services, snapshots
from games.models import Deal, Table
from games.rules import fair
from games.rules.cards import lot, shuffle, standing_order
from games.services.results import rebuild
from tests.played import play_well
from tests.site import ROOT

from .support import next_moment, open_table, person, play

pytestmark = pytest.mark.django_db(transaction=True)
SECRET, TEXTS = "00112233445566778899aabbccddeeff", ["rain", "", "кот"]


@pytest.fixture
def table() -> Table:
    """Ann and Bob, their texts awaited."""
    table = open_table(person("Ann"), params={"limit": 10_000})
    services.take_seat(table.slug, person("Bob"))
    table.refresh_from_db()
    return table


def seen(table: Table, user: Any = None) -> dict[str, Any]:
    return snapshots.load(Table.objects.get(pk=table.pk)).message(user and user.pk, 0, snapshots.now_ms())


def send(table: Table, seat: int, text: str) -> None:
    services.act(
        table.slug, table.seats.get(number=seat).user, {"type": "text", "deal": table.deal_number, "text": text}
    )


# -- nobody can choose the seed --------------------------------------------------------------------------


def test_the_site_is_bound_before_it_knows_a_text(table: Table) -> None:
    published = seen(table)["deal"]["fair"]["commitment"]
    send(table, 0, "first")
    assert seen(table)["deal"]["fair"]["commitment"] == published
    send(table, 1, "second")
    play_well(table, deals=1)
    told = seen(table)["deal"]["fair"]
    assert told["commitment"] == published == sha256(told["secret"].encode()).hexdigest()
    assert told["seed"] == sha256(f"{told['secret']}\nfirst\nsecond".encode()).hexdigest()


def test_each_deal_has_a_secret_of_its_own(table: Table) -> None:
    play_well(table, deals=3)
    secrets = list(table.deals.values_list("secret", flat=True))
    assert len(set(secrets)) == len(secrets) >= 3
    assert all(len(secret) == 64 for secret in secrets)


def test_who_sends_the_last_text_has_seen_neither_the_others_nor_the_secret(table: Table) -> None:
    send(table, 0, "the text of seat 0")
    deal = table.deals.get()
    told = json.dumps(seen(table, table.seats.get(number=1).user))
    assert "the text of seat 0" not in told
    assert deal.secret not in told


def test_a_text_cannot_be_changed_once_it_is_in(table: Table) -> None:
    send(table, 0, "mine")
    with pytest.raises(services.Refused):
        send(table, 0, "another")
    assert table.deals.get().texts == {"0": "mine"}


@pytest.mark.parametrize("text", ["two\nlines", "\u2028", "\0", "x" * 101])
def test_a_text_is_one_line_so_that_texts_join_in_one_way_only(table: Table, text: str) -> None:
    with pytest.raises(services.Refused):
        send(table, 0, text)


# -- the secret is told to nobody early ------------------------------------------------------------------


def paths(table: Table) -> Iterator[str]:
    """Every address of the site that can be asked for, those about this table filled in."""
    known = {"slug": table.slug, "number": 1, "game": table.game}
    for name, parts in _names(get_resolver().url_patterns, "", frozenset()):
        if parts <= set(known):
            yield reverse(name, kwargs={part: known[part] for part in parts})


def _names(patterns: Any, namespace: str, parts: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """The name of every address, the admin's left out, with the parts that are to be filled in."""
    for each in patterns:
        wanted = parts.union(each.pattern.regex.groupindex, each.pattern.converters)
        if isinstance(each, URLPattern):
            yield from [(f"{namespace}{each.name}", wanted)] * bool(each.name)
        elif each.namespace != "admin":
            yield from _names(
                each.url_patterns, f"{namespace}{each.namespace}:" if each.namespace else namespace, wanted
            )


def admin_paths() -> Iterator[str]:
    """The admin's list of every kind of row, and the page of each row."""
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        yield from (reverse(f"{name}_change", args=[row.pk]) for row in model._default_manager.all())


def viewers(table: Table) -> Iterator[Client]:
    users = [*table.seats.values_list("user", flat=True), person("Stranger").pk]
    staff = get_user_model().objects.create_superuser("staff", password="x")
    for user in (None, *get_user_model().objects.filter(pk__in=users), staff):
        client = Client(raise_request_exception=False)
        if user:
            client.force_login(user)
        yield client


@pytest.mark.parametrize("dealt", [False, True])
def test_no_page_no_record_no_step_and_no_admin_tells_secret_or_seed_before_the_end(
    table: Table, dealt: bool, caplog: pytest.LogCaptureFixture
) -> None:
    if dealt:
        next_moment(table)
        play(table)
    deal = table.deals.get()
    hidden = [deal.secret, deal.seed] if dealt else [deal.secret]
    asked = set()
    for client in viewers(table):
        for path in (*paths(table), *admin_paths()):
            if "logout" in path:
                continue
            content = b"".join(client.get(path)).decode(errors="replace")
            asked.add(path)
            assert not any(each in content for each in hidden), path
    assert {reverse("games:record", args=[table.slug, 1]), reverse("games:steps", args=[table.slug, 1])} <= asked
    assert len(asked) > 25
    assert not any(each in caplog.text for each in hidden)


def test_a_record_is_never_made_of_a_deal_that_is_not_over(table: Table) -> None:
    next_moment(table)
    with pytest.raises(ValueError, match="when the deal is over"):
        replay.deal_record(table, table.deals.get(), ["Ann", "Bob"])


def test_a_deals_name_in_logs_and_error_pages_holds_no_secret(table: Table) -> None:
    deal = table.deals.get()
    assert deal.secret not in f"{deal} {deal!r}"


def test_an_error_page_says_nothing_of_the_deal(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    play_well(table, deals=1)
    secret = table.deals.first().secret

    def fails(*args: Any) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("games.match_views.matches.dealt_hands", fails)
    answer = Client(raise_request_exception=False).get(reverse("games:check", args=[table.slug, 1]))
    assert answer.status_code == 500
    assert secret not in answer.content.decode() + caplog.text


# -- anybody can check it --------------------------------------------------------------------------------


def record(**changes: Any) -> dict[str, Any]:
    """A record of three as the site would write it, before the first move."""
    seed = fair.seed(SECRET, TEXTS)
    whole = {
        "format": "deal/1", "game": "last-player", "players": ["Ann", "Bob", "Cyd"], "dealer": lot(range(3), seed),
        "seed": seed, "moves": [], "fair": fair.proof(SECRET, TEXTS, by_lot=True),
    }  # fmt: skip
    return {**whole, **changes}


def proof(**changes: Any) -> dict[str, Any]:
    return {**record()["fair"], **changes}


def test_a_true_record_is_confirmed_with_the_hands_that_were_dealt() -> None:
    answer = fair.check(record())
    assert answer["ok"]
    assert [len(hand.split()) for hand in answer["hands"]] == [6, 6, 6]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"fair": None}, "no object fair"),
        ({"fair": []}, "no object fair"),
        ({"fair": proof(secret=None)}, "a secret and a text"),
        ({"fair": proof(secret=SECRET + "0")}, "the commitment is not"),
        ({"fair": proof(commitment=None)}, "the commitment is not"),
        ({"fair": proof(commitment=SECRET)}, "the commitment is not"),
        ({"fair": proof(texts=["rain", "кот", ""])}, "the seed is not"),
        ({"fair": proof(texts=["rain", "", "кит"])}, "the seed is not"),
        ({"fair": proof(texts=["rain", ""])}, "a secret and a text"),
        ({"fair": proof(texts=["rain\n", "кот", None])}, "a secret and a text"),
        ({"fair": proof(texts=["rain\n", "", "кот"])}, "a secret and a text"),
        ({"fair": proof(texts="rain")}, "a secret and a text"),
        ({"fair": proof(secret="\ud800")}, "a secret and a text"),
        ({"seed": "lastcard"}, "the seed is not"),
        ({"dealer": (record()["dealer"] + 1) % 3}, "the lot gives another dealer"),
        ({"result": {"kind": "won"}}, "another result"),
        ({"moves": ["0 play Zz"]}, ""),
        ({"game": "old-maid"}, "there is no game"),
    ],
)  # fmt: skip
def test_a_record_that_was_tampered_with_is_refused(changes: dict[str, Any], error: str) -> None:
    answer = fair.check(record(**changes))
    assert not answer["ok"]
    assert error in answer["error"]


def test_the_example_of_the_docs() -> None:
    text = (ROOT / "docs" / "NOTATION.md").read_text().partition("## Checking a deal")[2]
    told, answer = (
        json.loads(block.partition("```")[0]) for block in text.split("```\n{")[1:] for block in ["{" + block]
    )
    assert fair.check(told) == answer
    assert told == record()
    deck = shuffle(standing_order(jokers=True), told["seed"])
    assert f"`{' '.join(deck[2:18])}`" in text


def test_a_dealer_that_was_not_drawn_needs_no_lot() -> None:
    assert fair.check(record(dealer=(record()["dealer"] + 1) % 3, fair=proof(lot=False)))["ok"]


def test_the_record_of_every_deal_at_a_table_is_confirmed(table: Table) -> None:
    send(table, 0, "мой текст")
    send(table, 1, "")
    play_well(table, deals=2)
    client = Client()
    for number, drawn in ((1, True), (2, False)):
        told = client.get(reverse("games:record", args=[table.slug, number])).json()
        assert told["fair"]["lot"] is drawn
        answer = fair.check(told)
        assert answer["ok"], answer
        assert answer["result"] == Deal.objects.get(table=table, number=number).outcome
    assert [differences for _, differences in rebuild([table])] == [[]]


def test_the_check_page_shows_the_hands_as_dealt_and_where_the_record_is(table: Table) -> None:
    play_well(table, deals=1)
    page = Client().get(reverse("games:check", args=[table.slug, 1])).content.decode()
    hands = re.search(r'data-hands="([^"]*)"', page)[1].split("|")
    told = Client().get(re.search(r'data-record="([^"]*)"', page)[1]).json()
    assert hands == fair.check(told)["hands"]
    assert table.get_absolute_url() in page  # back to the table, for the match goes on


def test_the_command_needs_only_the_record_and_ends_with_status_1_where_something_is_wrong(tmp_path: Any) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(f"{json.dumps(record())}\n\n{json.dumps(record(seed='lastcard'))}\n")
    command = [sys.executable, "manage.py", "check_deal"]
    done = subprocess.run([*command, file], cwd=ROOT, capture_output=True, text=True, check=False)
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False]
    assert done.returncode == 1
    alone = subprocess.run([*command, "-"], cwd=ROOT, capture_output=True, text=True, input=json.dumps(record()))
    assert (json.loads(alone.stdout)["ok"], alone.returncode) == (True, 0)
