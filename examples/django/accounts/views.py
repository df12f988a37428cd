"""The signed-in user: GET reads, PATCH updates."""

from django.contrib.auth import get_user_model
from rest_framework import generics, serializers


class UserSerializer(serializers.ModelSerializer):
    class Meta:
        model = get_user_model()
        fields = ["id", "username", "role", "first_name", "last_name", "email"]
        read_only_fields = ["id", "username", "role"]


class Me(generics.RetrieveUpdateAPIView):
    http_method_names = ["get", "patch", "head", "options"]
    serializer_class = UserSerializer

    def get_object(self):
        return self.request.user
