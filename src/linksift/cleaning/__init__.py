"""Turns one typed string into one URI, and unwraps links that mail filters have wrapped."""

from linksift.cleaning.clean import Cleaned, clean
from linksift.cleaning.errors import NotAURI, display_form
from linksift.cleaning.redirector_targets import RedirectorRules
from linksift.cleaning.unwrap import MAIL_FILTERS, Unwrapped, Wrapper, unwrap
