"""HTTP and the tables' sockets."""

import gc
import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()

from django.core.cache import caches  # noqa: E402

caches["default"]  # loads its library now: it takes seconds, in which the first socket would hold all up

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from games.urls import websocket_urlpatterns  # noqa: E402

# what is loaded now stays; states and views are made and dropped without cycles, so looking for them may be rare
gc.freeze()
gc.set_threshold(50_000, 20, 20)

known = AuthMiddlewareStack(URLRouter(websocket_urlpatterns))


async def sockets(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """`line` sends to the socket itself: past the session's middleware, which looks at each message for cookies."""
    await known({**scope, "line": send}, receive, send)


application = ProtocolTypeRouter({"http": http, "websocket": sockets})
