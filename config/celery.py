"""The Celery application and its beat table."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("lastcard")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_scheduler = "celery.beat:Scheduler"  # in memory: every interval is short, nothing is worth a file
app.conf.beat_schedule = {
    "sweep-tables": {"task": "games.tasks.sweep", "schedule": 1.0, "options": {"expires": 1.0}},
    "sweep-tallies": {"task": "games.tasks.sweep_tallies", "schedule": 5.0, "options": {"expires": 5.0}},
    "sweep-counts": {"task": "accounts.tasks.sweep_counts", "schedule": 5.0, "options": {"expires": 5.0}},
    "close-stale-tables": {"task": "games.tasks.close_stale", "schedule": 60.0, "options": {"expires": 60.0}},
    "sweep-tournaments": {"task": "tournaments.tasks.sweep", "schedule": 5.0, "options": {"expires": 5.0}},
    "remind-players": {"task": "tournaments.tasks.remind", "schedule": 60.0, "options": {"expires": 60.0}},
    "remove-abandoned": {
        "task": "tournaments.tasks.remove_abandoned",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "clean-guests": {"task": "accounts.tasks.clean_guests", "schedule": 3600.0, "options": {"expires": 3600.0}},
    "clean-sessions": {"task": "accounts.tasks.clean_sessions", "schedule": 3600.0, "options": {"expires": 3600.0}},
}
