"""People."""

from django.urls import path

from . import views

app_name = "accounts"
urlpatterns = [
    path("guest/", views.become_guest, name="guest"),
    path("settings/", views.settings_page, name="settings"),
]
