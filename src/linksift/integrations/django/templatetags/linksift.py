"""The library as `{% load linksift %}` finds it, where the app is installed."""

from linksift.integrations.django.filters import register

__all__ = ["register"]
