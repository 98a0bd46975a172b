"""Notifications: off until a guest asks, by one press each, with a sentence where the browser refuses; and what the service worker shows."""

from __future__ import annotations

from tests.e2e.checks import tried

PUSHING = """
const keys = { p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg" };
const endpoint = "https://push.example.org/x";
const made = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => localStorage.removeItem("made") };
PushManager.prototype.subscribe = async () => { localStorage.setItem("made", "1"); return made; };
PushManager.prototype.getSubscription = async () => (localStorage.getItem("made") ? made : null);
Object.defineProperty(Notification, "permission", { get: () => "default" });
Notification.requestPermission = async () => "ANSWER";
"""
"""A browser that can be reached, whose owner answers its question in one way."""
SHOWN = """async () => {
  const shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (...one) => void shown.push(one);
  const data = JSON.stringify({ title: "نوبت شماست", body: "میز منتظر شماست.", path: "/table/t", lang: "fa" });
  self.dispatchEvent(new PushEvent("push", { data }));
  await new Promise((done) => setTimeout(done));
  return shown;
}"""


@tried("answer", "granted", long=["denied"])
def test_a_device_notifies_once_its_owner_asks(join, answer):
    player = join("Tom", lang="en", service_workers="allow")
    player.page.context.add_init_script(PUSHING.replace("ANSWER", answer))
    player.sit_down("paohuzi")
    player.hook("menu").click()
    player.hook("menu-push").click()
    topics = {name: player.hook(f"push-{name}") for name in ("turn", "friends", "day")}
    player.until("document.querySelector('[data-testid=push-day]:enabled')")
    assert not any(one.is_checked() for one in topics.values())
    topics["day"].check() if answer == "granted" else topics["day"].click()
    stored = (
        "fetch('/api/me/push').then((found) => found.json()).then(({ devices }) => Object.values(devices))"
    )
    if answer == "denied":
        player.page.get_by_role("alert").filter(has_text="refuses").wait_for()
        assert player.page.evaluate(stored) == []
        return
    player.until(f"{stored}.then((devices) => devices[0]?.join() === 'day')")
    topics["turn"].check()
    player.until(f"{stored}.then((devices) => devices[0]?.join() === 'turn,day')")
    player.page.reload()
    player.hook("menu").click()
    player.hook("menu-push").click()
    player.until("document.querySelector('[data-testid=push-turn]:checked')")
    for name in ("turn", "day"):
        player.until(f"document.querySelector('[data-testid=push-{name}]:enabled')")
        topics[name].uncheck()
    player.until(f"{stored}.then((devices) => devices.length === 0)")
    (worker,) = player.page.context.service_workers
    (shown,) = worker.evaluate(SHOWN)
    assert shown[0] == "نوبت شماست"
    assert (shown[1]["dir"], shown[1]["data"]) == ("rtl", {"path": "/table/t"})
