"""People."""

from django.urls import path
from django.views.generic import RedirectView

from . import views

app_name = "accounts"
urlpatterns = [
    path("accounts/2fa/", RedirectView.as_view(pattern_name="mfa_list_webauthn")),  # passkeys are all there is
    path("guest/", views.become_guest, name="guest"),
    path("guest/matches/", views.take_along, name="take_along"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/set/", views.set_setting, name="set_setting"),
    path("settings/sessions/<int:pk>/end/", views.end_session, name="end_session"),
    path("settings/delete/", views.delete_account, name="delete"),
]
