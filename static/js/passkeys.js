// Says what is the matter where passkeys cannot work or were not used; allauth's own scripts do the rest.

const tell = (trouble) => {
  for (const text of document.querySelectorAll("[data-passkey-trouble]")) {
    text.hidden = text.dataset.passkeyTrouble !== trouble;
  }
};

// Passkeys belong to a name: browsers refuse them on plain http and on an address in numbers.
const numbers = /^[\d.]+$|:/.test(location.hostname);
if (!window.PublicKeyCredential || numbers) {
  for (const button of document.querySelectorAll("[data-needs-passkeys]")) button.disabled = true;
  tell("none");
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  tell("failed");
});
