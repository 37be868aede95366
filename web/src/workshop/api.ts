// What the workshop asks over HTTP.

import { ask } from "../lib/api"
import type {
  AskStudy,
  Checked,
  Declaration,
  Differences,
  Effect,
  EffectDraft,
  Fork,
  Made,
  Save,
  Share,
  Studies,
  Study,
  StudyInfo,
  TryTable,
  Work,
  WorkInfo,
  Workshop,
} from "../lib/protocol"

const works = "/api/workshop/works"

export const workshop = () => ask<Workshop>("GET", "/api/workshop")
export const declares = (game: string) => ask<Declaration>("GET", `/api/workshop/declares/${game}`)
export const fork = (wish: Partial<Fork>) => ask<Work>("POST", "/api/workshop", wish)
export const work = (id: string, version = 0) => ask<Work>("GET", `${works}/${id}${version ? `?version=${version}` : ""}`)
export const save = (id: string, wish: Partial<Save>) => ask<Work>("PUT", `${works}/${id}`, wish)
export const share = (id: string, shared: Share["shared"]) => ask<WorkInfo>("PUT", `${works}/${id}/shared`, { shared })
export const remove = (id: string) => ask<Workshop>("DELETE", `${works}/${id}`)
export const exportOf = (id: string, version = 0) => `${works}/${id}/export${version ? `?version=${version}` : ""}`
export const differences = (id: string, against = "house") =>
  ask<Differences>("GET", `${works}/${id}/differences?against=${against}`)
export const check = (game: string, content: object) => ask<Checked>("POST", "/api/workshop/check", { game, content })
export const effect = (draft: Partial<EffectDraft>) => ask<Effect>("POST", "/api/workshop/effect", draft)
export const tryOut = (id: string, wish: Partial<TryTable>) => ask<Made>("POST", `${works}/${id}/try`, wish)
export const studies = () => ask<Studies>("GET", "/api/workshop/studies")
export const study = (id: string) => ask<Study>("GET", `/api/workshop/studies/${id}`)
export const askStudy = (id: string, wish: Partial<AskStudy>) => ask<StudyInfo>("POST", `${works}/${id}/studies`, wish)
export const stopStudy = (id: string) => ask<StudyInfo>("DELETE", `/api/workshop/studies/${id}`)
export const studyPage = (id: string) => `/api/workshop/studies/${id}/page`
