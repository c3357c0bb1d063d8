"""All settings, read from the environment.

Two ways to run, one code: without `DATABASE_URL` and `REDIS_URL` everything lives in one process on SQLite
(embedded); with them, in any number of processes on PostgreSQL and Redis (services).
"""

from __future__ import annotations

import os
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

from .logs import logging_settings

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("LASTCARD_DATA", BASE_DIR / "var"))
DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
EMBEDDED = not REDIS_URL
DEBUG = os.environ.get("DEBUG") == "1"


def _secret_key() -> str:
    """From the environment; else made once and kept in the data folder, so that sessions outlive a restart."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    path = DATA_DIR / "secret_key"
    if not path.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        path.write_text(get_random_secret_key())
        path.chmod(0o600)
    return path.read_text().strip()


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("CSRF_TRUSTED_ORIGINS", "").split(",") if origin]
HTTPS = os.environ.get("HTTPS") == "1"
if HTTPS:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90

INSTALLED_APPS = [
    "accounts",
    "tournaments",
    "games",
    "config",
    "channels",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "config.middleware.LogMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.ProblemMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.PersonMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.UnstorableMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
                "tournaments.context.your_seat",
            ],
        },
    },
]

# -- data ----------------------------------------------------------------------------------------
if DATABASE_URL:
    # psycopg's pool stands in for CONN_MAX_AGE: a connection a request costs a factor of 2.7
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_health_checks=True)}
    # reconnect_timeout: try again often, rather than after ever longer pauses
    POOL = {"min_size": 2, "max_size": 12, "timeout": 5, "reconnect_timeout": 5}
    # queries are prepared when they come again, with their values apart: a fifth cheaper
    QUERIES = {"server_side_binding": True, "prepare_threshold": 5}
    DATABASES["default"].setdefault("OPTIONS", {}).update(pool=POOL, **QUERIES)
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "lastcard.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000;",
            },
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "config.caching.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # redis-py 8 drops idle sockets after 5 s unless told otherwise
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": None, "socket_connect_timeout": 2}]},
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 10_000}}}

# -- background work ---------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"socket_connect_timeout": 2, "socket_timeout": 10, "socket_keepalive": True}
    if REDIS_URL
    else {"polling_interval": 0.01}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False  # a tick without a broker still counts
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False  # a broker that is down must not fail a committed move; beat sweeps it up
CELERY_WORKER_PREFETCH_MULTIPLIER = 16
CELERY_TIMEZONE = "UTC"

# -- people ----------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
MAKE_GUEST = "accounts.services.make_guest"  # (request, name) -> user; `games` knows users by their model alone
MAY_SIT_WITH = "accounts.services.may_sit_with"  # (user, ids of users) -> bool
RATINGS_OF = "accounts.services.standings.ratings_of"  # (ids of users, game, kind) -> {id: rating}, for seeds
FIND_TOKEN = "accounts.services.find_token"  # (text) -> token with `pk`, `user` and `scopes`, or None
API_RATES = {"token": 600, "user": 300, "address": 120}  # requests a minute
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.AddressForm",
    "change_password": "accounts.forms.NewPasswordForm",
    "login": "accounts.forms.SignInForm",
    "reauthenticate": "accounts.forms.PasswordAgainForm",
    "reset_password": "accounts.forms.ForgottenPasswordForm",
    "reset_password_from_key": "accounts.forms.ReplacedPasswordForm",
    "signup": "accounts.forms.SignUpForm",
}
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Lastcard: "
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest is signed in and may still sign up or in
ACCOUNT_RATE_LIMITS = {"guest": "60/m/ip"}  # a club behind one address; the others are allauth's
MFA_ADAPTER = "accounts.adapter.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_FORMS = {
    "add_webauthn": "accounts.forms.AddPasskeyForm",
    "edit_webauthn": "accounts.forms.RenamePasskeyForm",
    "login_webauthn": "accounts.forms.PasskeySignInForm",
    "reauthenticate_webauthn": "accounts.forms.PasskeyAgainForm",
}
EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Lastcard <lastcard@localhost>")
SITE_URL = os.environ.get("SITE_URL", "http://localhost:8000")  # for links in mails that no request asks for

# -- languages and files ---------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ru", _("Russian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_AUTOREFRESH = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF, "ws:", "wss:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"

LOGGING = logging_settings(json=not EMBEDDED)

# -- the table -------------------------------------------------------------------------------------
BOT_DELAY = float(os.environ.get("BOT_DELAY", "1.2"))  # seconds a bot seems to think; tests set 0
READY_SECONDS = float(os.environ.get("READY_SECONDS", "15"))  # between deals, unless all press ready
TEXT_SECONDS = float(os.environ.get("TEXT_SECONDS", "3"))  # how long the shuffle waits for the players' texts
GATHER_SECONDS = float(os.environ.get("GATHER_SECONDS", "40"))  # for an event's players to come to their live table
AUTO_PASS_SECONDS = 2.0  # a pass by itself and a pass pressed earlier take the same time, so that it tells nothing
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")  # for /metrics/; without one only this machine may read it
STATE_CACHE_SIZE = int(os.environ.get("STATE_CACHE_SIZE", "2000"))  # deals kept in memory by a process
