"""People."""

from django.urls import path
from django.views.generic import RedirectView

from . import player_views, views

app_name = "accounts"
urlpatterns = [
    path("accounts/2fa/", RedirectView.as_view(pattern_name="mfa_list_webauthn")),  # passkeys are all there is
    path("guest/", views.become_guest, name="guest"),
    path("guest/matches/", views.take_along, name="take_along"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/set/", views.set_setting, name="set_setting"),
    path("settings/privacy/", player_views.privacy, name="privacy"),
    path("settings/data/", player_views.my_data, name="my_data"),
    path("settings/tokens/", views.tokens, name="tokens"),
    path("settings/tokens/<int:pk>/revoke/", views.revoke_token, name="revoke_token"),
    path("settings/sessions/<int:pk>/end/", views.end_session, name="end_session"),
    path("settings/delete/", views.delete_account, name="delete"),
    path("leaderboards/", player_views.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:game>/", player_views.leaderboard, name="leaderboard"),
    path("players/me/", player_views.my_page, name="my_page"),
    path("players/<int:pk>/", player_views.player, name="player"),
    path("players/<int:pk>/block/", player_views.block, name="block"),
    path("players/<int:pk>/unblock/", player_views.unblock, name="unblock"),
]
