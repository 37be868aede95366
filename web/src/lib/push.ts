// This browser's subscription to what is pushed.

import { subscribe, unsubscribe } from "./api"
import type { Notices } from "./protocol"

/** Why this browser cannot be told, in words; "" if it can. */
export function obstacle(): string {
  if (!window.isSecureContext) return "Browsers allow this only over https."
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "This browser cannot; an installed page may."
  return Notification.permission === "denied" ? "You have forbidden notices of this page: change that in your browser." : ""
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? null
}

/** Whether this very browser is told. */
export async function isTold(): Promise<boolean> {
  return !obstacle() && (await subscription()) !== null
}

export async function tellHere(key: string): Promise<Notices | null> {
  if ((await Notification.requestPermission()) !== "granted") return null
  const worker = await navigator.serviceWorker.ready
  await (await subscription())?.unsubscribe() // it may be for another key
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = made.toJSON()
  return subscribe({ endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! })
}

export async function tellNoMore(): Promise<Notices | null> {
  const made = await subscription()
  if (!made) return null
  await made.unsubscribe()
  return unsubscribe(made.endpoint)
}
