"""Ten phishing mails and five newsletters of our own invention, all on example domains.

`python -m tests.cli.mail_samples FOLDER` writes them to files, so that the page of `--report` can be inspected.
"""

import base64
import io
import sys
import zipfile
from pathlib import Path

PIXEL = b"\x89PNG\r\n\x1a\n" + bytes(60)


def mail(sender: str, subject: str, day: int, page: str, *attached: bytes, text: str = "", more: str = "") -> bytes:
    """A mail with a page, attached parts, and the text shown by mail programs without HTML."""
    part, host = f"part{day}", sender.partition("@")[2].strip(">")
    header = (
        f"From: {sender}\nTo: Kim Doe <kim.doe@company.example>\nSubject: {subject}\nMessage-ID: <{day}@{host}>\n"
        f"Date: Mon, {day:02} Nov 2026 08:{day:02}:00 +0000\n"
        f"{more}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary={part}\n\n"
    )
    plain = f"--{part}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n" if text else ""
    whole = f"{header}{plain}--{part}\nContent-Type: text/html; charset=utf-8\n\n<html><body>{page}</body></html>\n"
    return (
        whole.encode() + b"".join(f"--{part}\n".encode() + one + b"\n" for one in attached) + f"--{part}--\n".encode()
    )


def attachment(kind: str, name: str, octets: bytes) -> bytes:
    """A part that is a file."""
    header = f'Content-Type: {kind}; name="{name}"\nContent-Disposition: attachment; filename="{name}"\n'
    return f"{header}Content-Transfer-Encoding: base64\n\n".encode() + base64.encodebytes(octets)


def _zipped(name: str, octets: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, octets)
    return out.getvalue()


PHISHING = {
    "bank.eml": mail(
        "Bank Security <service@bank.example>", "Unusual sign-in: confirm your account within 24 hours", 2,
        "<p>Dear customer,</p><p>we noticed a sign-in from a new device. Please confirm that it was you:</p>"
        "<p><a href='http://bank.example.account-check.invalid/login?id=81'>https://www.bank.example/login</a></p>"
        "<p>If you do nothing, your account will be closed. <a href='https://www.bank.example/help'>Help</a></p>",
        text="Confirm your account: http://bank.example.account-check.invalid/login?id=81",
    ),
    "parcel.eml": mail(
        "Parcel Service <no-reply@parcel.example>", "Your parcel is waiting: fee of 1.99 unpaid", 3,
        "<p>Your parcel 77 120 could not be delivered.</p>"
        "<p><a href='https://www.parcel.example@198.51.100.23/pay'>Pay the fee of 1.99</a></p>",
    ),
    "mailbox.eml": mail(
        "IT Helpdesk <helpdesk@company.example>", "Your mailbox is almost full", 4,
        "<p>Your mailbox is at 99 %. To keep your password <b>and</b> your mails, sign in:</p>"
        "<p><a href='http://3325256727/owa/?user=kim.doe@company.example'>https://mail.company.example/owa</a></p>",
    ),
    "wallet.eml": mail(
        "Wallet <support@xn--pypl-43da.example>", "You sent 480.00: cancel if this was not you", 5,
        "<p>You sent 480.00 to a new contact. "
        "<a href='https://www.xn--pypl-43d2f.example/cancel'>Cancel the payment</a></p>"
        "<p>or copy: https://www.p\u0430ypal.example/cancel</p>",
    ),
    "invoice.eml": mail(
        "Accounting <billing@supplier.example>", "Overdue: invoice 2026-1107", 6,
        "<p>Please find the invoice attached. The password is: infected</p>",
        attachment("application/zip", "invoice.zip", _zipped(
            "invoice.html",
            b"<!doctype html><form action='https://collect.invalid/post.php'><input name=pw></form>"
            b"<a href='https://collect.invalid/in'>https://login.company.example/</a>",
        )),
    ),
    "voice.eml": mail(
        "Voice Mail <voicemail@company.example>", "New voice message (0:42) from +49 30 1234", 7,
        "<p>You have one new message.</p>",
        attachment("text/html", "Voice_0042.htm",
                   b"<!doctype html><body><a href='https:\\\\listen.invalid\\play'>https://voice.company.example/play</a>"),
    ),
    "tax.eml": mail(
        "Tax Office <refund@tax.example>", "You are owed a refund of 312.44", 8,
        "<p>Claim it at http://www.tax.example\\@refunds.invalid/claim today.</p>",
        text="Claim it at http://www.tax.example\\@refunds.invalid/claim today.",
    ),
    "share.eml": mail(
        "Share Point <share@files.example>", "Kim, a document was shared with you", 9,
        "<p><a href='https://files.example\u3002login.invalid/d/9'>https://files.example/d/contract.pdf</a></p>",
        more="Reply-To: <drop@mailbox.invalid>\n",
    ),
    "qr.eml": mail(
        "HR <hr@company.example>", "Action required: new two-factor sign-in", 10,
        "<p>Scan the code with your phone.</p><p><img src='cid:qr'></p>",
        attachment("image/png", "qr.png", PIXEL),
    ),
    "reported.eml": mail(
        "Sam Roe <sam.roe@company.example>", "Fwd: is this real?", 11, "<p>I got this. Is it real?</p>",
        b"Content-Type: message/rfc822; name=original.eml\n\n"
        + mail(
            "Bank <alerts@bank.example>", "Card blocked", 10,
            "<p><a href='http://www.bank.example:signin@card-unblock.invalid/'>www.bank.example</a></p>",
        ),
    ),
}  # fmt: skip
"""Phishing mails, by file name."""


def _newsletter(name: str, subject: str, day: int, links: int, tracker: str = "") -> bytes:
    """A newsletter with links to articles, and one to unsubscribe."""
    host = f"{name}.example"
    to = f"https://{tracker}/c" if tracker else f"https://www.{host}/articles"
    articles = "".join(f"<p><a href='{to}/{number}'>Article {number}</a></p>" for number in range(links))
    leave = f"<p><a href='https://{tracker or 'www.' + host}/leave?u=17'>Leave this list</a> - www.{host}</p>"
    more = f"List-Unsubscribe: <https://www.{host}/leave?u=17>\nList-Id: <news.{host}>\n"
    return mail(f"{name.title()} News <news@{host}>", subject, day, articles + leave, more=more)


NEWSLETTERS = {
    "garden.eml": _newsletter("garden", "November: what to plant now", 12, 8),
    "python.eml": _newsletter("snakes", "Snakes weekly 412", 13, 14, "click.mailer.example"),
    "museum.eml": _newsletter("museum", "New exhibition", 14, 4),
    "shop.eml": _newsletter("shop", "Only this week: -20 %", 15, 12, "t.shop.example"),
    "library.eml": _newsletter("library", "Your books are due", 16, 3),
}
"""Newsletters, by file name."""


def main(folder: str) -> None:
    """Write all samples to a folder."""
    for name, octets in (PHISHING | NEWSLETTERS).items():
        Path(folder, name).write_bytes(octets)


if __name__ == "__main__":
    main(sys.argv[1])
