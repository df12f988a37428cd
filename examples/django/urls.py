"""The five calls of auth-core's default back end, `simpleJwt()`."""

from accounts.views import Me
from django.urls import path
from rest_framework_simplejwt.views import TokenObtainPairView, TokenRefreshView, TokenVerifyView

urlpatterns = [
    path("api/accounts/login/", TokenObtainPairView.as_view()),
    path("api/accounts/refresh/", TokenRefreshView.as_view()),
    path("api/accounts/verify/", TokenVerifyView.as_view()),
    path("api/accounts/users/me/", Me.as_view()),
]
