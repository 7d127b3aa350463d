"""An authenticator (RFC 6238) that is independent of the tested code."""
import base64
import hashlib
import hmac
import struct
import time


def code_of(secret, steps=0, now=None):
    """The six digits of the current half minute, or of one `steps` later."""
    counter = int((time.time() if now is None else now) // 30) + steps
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", counter), hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7fffffff) % 1_000_000:06}"
