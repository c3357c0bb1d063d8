"""Where everything is."""

from django.contrib import admin
from django.urls import include, path

from accounts.views import set_language

from . import health, views
from .api import api

urlpatterns = [
    path("", views.front, name="front"),
    path("health/", health.health, name="health"),
    path("ready/", health.ready, name="ready"),
    path("metrics/", health.metrics, name="metrics"),
    path("", include("games.urls")),
    path("tournaments/", include("tournaments.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", api.urls),
    path("i18n/setlang/", set_language, name="set_language"),
    path("jsi18n/", views.catalog, name="jsi18n"),
    path("notices/close/", views.close_notice, name="close_notice"),
    path("admin/", admin.site.urls),
]
