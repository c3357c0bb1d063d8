"""Tables, matches and rules."""

from django.urls import path

from . import consumers, learn_views, match_views, pad_views, views

app_name = "games"
urlpatterns = [
    path("play/", views.play_now, name="play_now"),
    path("rules/", learn_views.rules_index, name="rules_index"),
    path("rules/<slug:game>/", learn_views.rules, name="rules"),
    path("rules/<slug:game>/short/", learn_views.rules_short, name="rules_short"),
    path("learn/<slug:game>/", learn_views.practice, name="practice"),
    path("learn/<slug:game>/play/", learn_views.practice_play, name="practice_play"),
    path("tables/", views.table_list, name="tables"),
    path("tables/new/", views.choose_game, name="choose_game"),
    path("tables/new/<slug:game>/", views.new_table, name="new_table"),
    path("tables/by-hand/", pad_views.new_typed, name="new_typed"),
    path("tables/<slug:slug>/", views.table, name="table"),
    path("tables/<slug:slug>/pad/", pad_views.pad_page, name="pad"),
    path("tables/<slug:slug>/pad/state/", pad_views.pad_state, name="pad_state"),
    path("tables/<slug:slug>/pad/qr.svg", pad_views.pad_qr, name="pad_qr"),
    path("tables/<slug:slug>/pad/<slug:action>/", pad_views.pad_act, name="pad_act"),
    path("tables/<slug:slug>/qr.svg", views.table_qr, name="table_qr"),
    path("matches/", match_views.public_matches, name="matches"),
    path("matches/deals.jsonl", match_views.public_deals, name="public_deals"),
    path("matches/mine/", match_views.my_matches, name="my_matches"),
    path("matches/mine/deals.jsonl", match_views.my_deals, name="my_deals"),
    path("matches/<slug:slug>/", match_views.match, name="match"),
    path("matches/<slug:slug>/deals.jsonl", match_views.records, name="records"),
    path("matches/<slug:slug>/deals/<int:number>/", match_views.replay_page, name="replay"),
    path("matches/<slug:slug>/deals/<int:number>/steps/", match_views.steps, name="steps"),
    path("matches/<slug:slug>/deals/<int:number>/check/", match_views.check, name="check"),
    path("matches/<slug:slug>/deals/<int:number>.json", match_views.record, name="record"),
]
websocket_urlpatterns = [
    path("ws/tables/<slug:slug>/", consumers.TableConsumer.as_asgi()),
    path("ws/tables/<slug:slug>/watch/", consumers.TableConsumer.as_asgi(), {"watch": True}),
]
