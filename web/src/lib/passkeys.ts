// Passkeys: what the server sends and wants back is JSON, what a browser takes and gives are bytes.

import { ask } from "./api"
import type { Known, Me } from "./protocol"

type Options = Record<string, any>

/** Browsers make passkeys only for names, and only where the way is safe. */
export const canHavePasskeys = () =>
  "PublicKeyCredential" in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname.replace(/^\[|\]$/g, ""))

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0))

const text = (buffer: ArrayBuffer | null) =>
  buffer &&
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")

/** The browser asked its person, who said no or went away. */
function refused(): never {
  throw new Error("No passkey was used. You can try again, or take a phrase.")
}

export async function makePasskey(): Promise<Me> {
  const options = await ask<Options>("POST", "/api/me/passkeys/options", {})
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((one: Options) => ({ ...one, id: bytes(one.id) })),
  } as unknown as PublicKeyCredentialCreationOptions
  const made = (await navigator.credentials.create({ publicKey }).catch(refused)) as PublicKeyCredential
  const answer = made.response as AuthenticatorAttestationResponse
  const response = { clientDataJSON: text(answer.clientDataJSON), attestationObject: text(answer.attestationObject) }
  return ask<Me>("POST", "/api/me/passkeys", { credential: outside(made, response) })
}

export async function usePasskey(bring: boolean): Promise<Known> {
  const options = await ask<Options>("POST", "/api/passkeys/options", {})
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] } as PublicKeyCredentialRequestOptions
  const used = (await navigator.credentials.get({ publicKey }).catch(refused)) as PublicKeyCredential
  const answer = used.response as AuthenticatorAssertionResponse
  const response = {
    clientDataJSON: text(answer.clientDataJSON),
    authenticatorData: text(answer.authenticatorData),
    signature: text(answer.signature),
    userHandle: text(answer.userHandle),
  }
  return ask<Known>("POST", "/api/passkeys", { credential: outside(used, response), bring })
}

const outside = (credential: PublicKeyCredential, response: object) => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  clientExtensionResults: {},
  response,
})
