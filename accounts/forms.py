"""Forms of people: a guest's name, settings, passkeys."""

from __future__ import annotations

import struct
from typing import Any

from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SignupForm,
)
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from cryptography.exceptions import InvalidSignature
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from .models import Token, User
from .names import MAX_NAME, clean_name


class NameField(forms.CharField):
    """A name as it is stored, or nothing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": MAX_NAME, "required": False, **kwargs})

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        return clean_name(text) if text else ""


def language_choices() -> list[tuple[str, Any]]:
    """Every language in its own words."""
    own_names = [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]
    return [("", _("as the browser")), *own_names]


class GuestForm(forms.Form):
    name = NameField(label=_("Name at the table"), help_text=_("Leave it empty and we think of one."))


class _Plain:
    """allauth's forms in this site's words: a label says it, a placeholder does not say it again."""

    WORDS: dict[str, dict[str, Any]] = {
        "login": {"label": _("Name or e-mail address")},
        "username": {"label": _("Name"), "help_text": _("To sign in with, and your name at the table.")},
        "email": {"label": _("E-mail address")},
        "password1": {"help_text": _("Eight characters or more, and not one that everybody thinks of.")},
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():  # type: ignore[attr-defined]
            field.widget.attrs.pop("placeholder", None)
            for what, text in self.WORDS.get(name, {}).items():
                setattr(field, what, text)


class SignInForm(_Plain, LoginForm):
    pass


class SignUpForm(_Plain, SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["maxlength"] = str(MAX_NAME)
        self.fields["email"].help_text = _("May stay empty; a forgotten password can be replaced only with one.")


class AddressForm(_Plain, AddEmailForm):
    pass


class NewPasswordForm(_Plain, ChangePasswordForm):
    pass


class ForgottenPasswordForm(_Plain, ResetPasswordForm):
    pass


class ReplacedPasswordForm(_Plain, ResetPasswordKeyForm):
    pass


class PasswordAgainForm(_Plain, ReauthenticateForm):
    pass


class SettingsForm(forms.ModelForm):
    """What a person may set of the own row; the one list of it."""

    display_name = NameField(label=_("Name at the table"))
    language = forms.ChoiceField(
        label=_("Language"), choices=language_choices, required=False, widget=forms.RadioSelect
    )

    class Meta:
        model = User
        fields = (
            "display_name",
            "language",
            "scheme",
            "deck",
            "sound",
            "motion",
            "auto_draw",
            "confirm_moves",
            "auto_pass",
        )
        widgets = {"scheme": forms.RadioSelect, "deck": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.is_guest:
            self.fields["display_name"].widget.attrs["placeholder"] = self.instance.username

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        if self.instance.is_guest and not name:
            raise ValidationError(_("Write a name with visible characters only."), code="required")
        return name


def setting_form(field: str, value: Any, user: User) -> SettingsForm | None:
    """The form of one setting with this JSON value; None unless it is one and the value has its type."""
    if field not in SettingsForm.base_fields:
        return None
    is_switch = isinstance(SettingsForm.base_fields[field], forms.BooleanField)
    if not isinstance(value, bool if is_switch else str):
        return None
    form = SettingsForm({field: value}, instance=user)
    form.fields = {field: form.fields[field]}
    return form


class TokenForm(forms.Form):
    """A token for a program: what it is called, what it may do, how long it holds."""

    name = forms.CharField(
        label=_("What it is for"), max_length=MAX_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=Token.Scope.choices,
        initial=[Token.Scope.READ, Token.Scope.PLAY],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("How long it holds"),
        choices=[("30", _("30 days")), ("90", _("90 days")), ("365", _("a year")), ("", _("until I revoke it"))],
        coerce=int,
        empty_value=None,
        required=False,
        initial="90",
    )


MISSHAPEN = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
MISSHAPEN += (struct.error, InvalidSignature)


class _Credential:
    """allauth parses a credential of the wrong shape with errors of any kind; to the person all of them are one."""

    def full_clean(self) -> None:
        try:
            super().full_clean()  # type: ignore[misc]
        except MISSHAPEN:
            self.cleaned_data: dict[str, Any] = {}
            self.add_error("credential", _("The passkey could not be used."))  # type: ignore[attr-defined]


class AddPasskeyForm(_Credential, AddWebAuthnForm):
    """Only keys that one can sign in with."""

    name = forms.CharField(label=_("Name of this passkey"), max_length=MAX_NAME, required=False)
    passwordless = forms.BooleanField(
        label="", required=False, initial=True, widget=forms.CheckboxInput(attrs={"hidden": True})
    )


class RenamePasskeyForm(EditWebAuthnForm):
    name = forms.CharField(label=_("Name of this passkey"), max_length=MAX_NAME)


class PasskeySignInForm(_Credential, LoginWebAuthnForm):
    pass


class PasskeyAgainForm(_Credential, ReauthenticateWebAuthnForm):
    pass
