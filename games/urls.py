"""Tables, matches and rules."""

from django.urls import path

from . import consumers, views

app_name = "games"
urlpatterns = [
    path("play/", views.play_now, name="play_now"),
    path("tables/", views.table_list, name="tables"),
    path("tables/new/", views.choose_game, name="choose_game"),
    path("tables/new/<slug:game>/", views.new_table, name="new_table"),
    path("tables/<slug:slug>/", views.table, name="table"),
    path("tables/<slug:slug>/qr.svg", views.table_qr, name="table_qr"),
]
websocket_urlpatterns = [
    path("ws/tables/<slug:slug>/", consumers.TableConsumer.as_asgi()),
]
