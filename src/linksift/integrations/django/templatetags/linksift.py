"""The template library that `{% load linksift %}` finds if the app is installed."""

from linksift.integrations.django.urlize import register

__all__ = ["register"]
