"""Settings that a Django project needs for auth-core's `simpleJwt()`. Django 4.2 or newer, REST framework, SimpleJWT 5."""

from datetime import timedelta

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "corsheaders",
    "rest_framework",
    "rest_framework_simplejwt.token_blacklist",  # needs `makemigrations accounts` and `migrate`
    "accounts",
]

MIDDLEWARE = [
    "corsheaders.middleware.CorsMiddleware",  # before any middleware that answers
    "django.middleware.common.CommonMiddleware",
]

AUTH_USER_MODEL = "accounts.User"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework_simplejwt.authentication.JWTAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
}

SIMPLE_JWT = {
    "ACCESS_TOKEN_LIFETIME": timedelta(minutes=5),
    "REFRESH_TOKEN_LIFETIME": timedelta(days=30),
    "ROTATE_REFRESH_TOKENS": True,  # each refresh returns a new pair, and auth-core stores both
    "BLACKLIST_AFTER_ROTATION": True,  # a spent token is refused; auth-core spends each token once in all tabs
    "CHECK_REVOKE_TOKEN": True,  # a changed password ends the sessions (SimpleJWT 5.3 and newer)
}

# Origins of the pages. Tokens travel in a header, so cookies, CORS_ALLOW_CREDENTIALS and CSRF tokens are not needed.
CORS_ALLOWED_ORIGINS = ["http://127.0.0.1:3000"]
