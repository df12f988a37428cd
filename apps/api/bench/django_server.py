"""Django REST framework with SimpleJWT over the accounts' paths, one process of gunicorn: what the API of the same shape answers there.

`DATABASE_URL`, `SECRET`; makes its tables in a schema of its own and prints its port. One person, `bench` with the password `bench`.
"""
import os
import socket
from urllib.parse import urlparse

import django
from django.conf import settings
from django.db import connection

database = urlparse(os.environ["DATABASE_URL"])
settings.configure(
    SECRET_KEY=os.environ["SECRET"],
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "rest_framework",
        "rest_framework_simplejwt.token_blacklist",
    ],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": database.path[1:],
            "USER": database.username,
            "HOST": database.hostname,
            "PORT": database.port,
            "CONN_MAX_AGE": None,
            "OPTIONS": {"options": "-c search_path=django"},
        }
    },
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework_simplejwt.authentication.JWTAuthentication"],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    },
    SIMPLE_JWT={"ROTATE_REFRESH_TOKENS": True, "BLACKLIST_AFTER_ROTATION": True},
)
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import path  # noqa: E402
from gunicorn.app.base import BaseApplication  # noqa: E402
from rest_framework.permissions import IsAuthenticated  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.views import APIView  # noqa: E402
from rest_framework_simplejwt.views import (  # noqa: E402
    TokenObtainPairView,
    TokenRefreshView,
    TokenVerifyView,
)


class Me(APIView):
    permission_classes = [IsAuthenticated]

    def get(self, request):
        user = request.user
        return Response(
            {"id": user.id, "first_name": user.first_name, "last_name": user.last_name, "email": user.email}
        )


urlpatterns = [
    path("api/accounts/login/", TokenObtainPairView.as_view()),
    path("api/accounts/verify/", TokenVerifyView.as_view()),
    path("api/accounts/refresh/", TokenRefreshView.as_view()),
    path("api/accounts/users/me/", Me.as_view()),
]


class Server(BaseApplication):
    def load_config(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        for name, value in {
            "bind": f"127.0.0.1:{port}",
            "workers": 1,
            "worker_class": "gthread",
            "threads": 8,
            "keepalive": 60,
            "loglevel": "error",
            "when_ready": lambda _: print(port, flush=True),
        }.items():
            self.cfg.set(name, value)

    def load(self):
        return get_wsgi_application()


with connection.cursor() as cursor:
    cursor.execute("create schema if not exists django")
call_command("migrate", verbosity=0)
get_user_model().objects.create_user("bench", password="bench")
connection.close()
Server().run()
