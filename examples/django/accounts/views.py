"""The person who asks: GET reads, PATCH changes what may be changed."""

from django.contrib.auth import get_user_model
from rest_framework import generics, serializers


class UserSerializer(serializers.ModelSerializer):
    class Meta:
        model = get_user_model()
        fields = ["id", "phone", "role", "first_name", "last_name", "father_name", "email"]
        read_only_fields = ["id", "phone", "role"]


class Me(generics.RetrieveUpdateAPIView):
    http_method_names = ["get", "patch", "head", "options"]  # no PUT: 405
    serializer_class = UserSerializer

    def get_object(self):
        return self.request.user
