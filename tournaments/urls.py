"""Tournaments."""

from django.urls import path

from .views import create, door, organise, outputs, public

app_name = "tournaments"
urlpatterns = [
    path("", public.tournament_list, name="list"),
    path("your-seat/", public.your_seat, name="your_seat"),
    path("new/", create.choose, name="choose"),
    path("new/<slug:preset>/<slug:game>/", create.new, name="new"),
    path("seasons/<slug:slug>/", public.season, name="season"),
    path("seasons/<slug:slug>.csv", outputs.season_csv, name="season_csv"),
    path("seasons/<slug:slug>.json", outputs.season_as_json, name="season_json"),
    path("<slug:slug>/", public.tournament, name="tournament"),
    path("<slug:slug>/enter/", public.enter, name="enter"),
    path("<slug:slug>/rounds/<int:number>/", public.round_page, name="round"),
    path("<slug:slug>/rounds/<int:number>/slips/", outputs.slips, name="slips"),
    path("<slug:slug>/rounds/<int:number>/tables/<int:table>/qr.svg", outputs.table_qr, name="table_qr"),
    path("<slug:slug>/standings/", public.standings, name="standings"),
    path("<slug:slug>/standings.csv", outputs.standings_csv, name="standings_csv"),
    path("<slug:slug>/bracket/", public.bracket_page, name="bracket"),
    path("<slug:slug>/event.json", outputs.event_json, name="event_json"),
    path("<slug:slug>/event.ics", outputs.calendar, name="calendar"),
    path("<slug:slug>/qr.svg", outputs.event_qr, name="qr"),
    path("<slug:slug>/projector/", outputs.projector, name="projector"),
    path("<slug:slug>/door/<slug:key>/", door.door, name="door"),
    path("<slug:slug>/door.svg", outputs.door_qr, name="door_qr"),
    path("<slug:slug>/manage/", organise.manage, name="manage"),
    path("<slug:slug>/manage/rounds/", organise.rounds, name="manage_rounds"),
    path("<slug:slug>/manage/rounds/<int:number>/tables/<int:table>/", organise.table, name="manage_table"),
    path("<slug:slug>/manage/settings/", create.settings, name="settings"),
    path("<slug:slug>/manage/people/", organise.people, name="people"),
    path("<slug:slug>/manage/log/", organise.log, name="log"),
    path("<slug:slug>/do/<slug:action>/", organise.do, name="do"),
]
