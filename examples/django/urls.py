"""The requests of auth-core's `simpleJwt({ paths: { user: '/api/me/', logout: '/api/token/blacklist/' } })`."""

from accounts.views import Me
from django.urls import path
from rest_framework_simplejwt.views import (
    TokenBlacklistView,
    TokenObtainPairView,
    TokenRefreshView,
    TokenVerifyView,
)

urlpatterns = [
    path("api/token/", TokenObtainPairView.as_view()),
    path("api/token/refresh/", TokenRefreshView.as_view()),
    path("api/token/verify/", TokenVerifyView.as_view()),
    path("api/token/blacklist/", TokenBlacklistView.as_view()),
    path("api/me/", Me.as_view()),
]
