"""The Telegram side: inbound updates, rendering, sending."""
