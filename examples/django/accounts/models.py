"""A user who is known by phone."""

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models


class Users(BaseUserManager):
    def create_user(self, phone, password, **fields):
        user = self.model(phone=phone, **fields)
        user.set_password(password)
        user.save()
        return user


class User(AbstractBaseUser):
    phone = models.CharField(max_length=16, unique=True)
    role = models.CharField(max_length=32, blank=True)
    first_name = models.CharField(max_length=150)
    last_name = models.CharField(max_length=150)
    father_name = models.CharField(max_length=150, blank=True)
    email = models.EmailField(blank=True)
    is_active = models.BooleanField(default=True)

    USERNAME_FIELD = "phone"
    objects = Users()
