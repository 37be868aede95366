// Pictures of things: how something on the board looked at a moment, to be shown when the board has moved on.

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export interface Picture {
  box: Box // where it was taken
  node: HTMLElement
}

/** What draws a thing: where it is touched and where it is drawn may be two elements. */
export function drawn(name: string): Element | null {
  const named = CSS.escape(name)
  const found = (selector: string) => [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length) ?? null
  return name === ""
    ? null
    : (found(`.board [data-place="${named}"]`) ?? found(`.board [data-thing="${named}"]`) ?? found(`[data-place="${named}"]`))
}

export function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, w: width, h: height }
}

/** A copy that looks alike wherever it is put: what surrounds the original surrounds it, without boxes of its own. */
export function pictureOf(element: Element, dx: number, dy: number): Picture {
  const box = boxOf(element)
  const put = { ...box, x: box.x + dx, y: box.y + dy }
  const node = document.createElement("div")
  node.className = "picture"
  node.style.cssText = `left: ${put.x}px; top: ${put.y}px; width: ${put.w}px; height: ${put.h}px`
  const isPart = element instanceof SVGGraphicsElement && !(element instanceof SVGSVGElement)
  let inner: Element = isPart ? partOf(element, box) : wholeOf(element as HTMLElement, box)
  let around = (isPart ? element.ownerSVGElement! : element).parentElement
  for (; around && !around.matches(".board, body"); around = around.parentElement) inner = within(around, inner)
  node.append(inner)
  return { box: put, node }
}

function wholeOf(element: HTMLElement | SVGSVGElement, box: Box): Element {
  const copy = nameless(element)
  const wide = element instanceof HTMLElement ? element.offsetWidth || box.w : box.w
  const high = element instanceof HTMLElement ? element.offsetHeight || box.h : box.h
  const place = { position: "absolute", inset: "0 auto auto 0", margin: "0", width: `${wide}px`, height: `${high}px` }
  Object.assign(copy.style, place, { transform: `scale(${box.w / wide}, ${box.h / high})`, transformOrigin: "0 0", transition: "none" })
  return copy
}

/** A part of an SVG drawing, in a drawing of its own that has the screen's coordinates. */
function partOf(element: SVGGraphicsElement, box: Box): Element {
  const copy = nameless(element)
  copy.removeAttribute("transform")
  Object.assign(copy.style, { transform: "none", transition: "none" })
  const { a, b, c, d, e, f } = element.getScreenCTM()!
  const placed = document.createElementNS("http://www.w3.org/2000/svg", "g")
  placed.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`)
  placed.append(copy)
  let inner: Element = placed
  let around: Element | null = element.parentElement
  for (; around && !(around instanceof SVGSVGElement); around = around.parentElement) {
    const shell = around.cloneNode(false) as SVGElement
    shell.removeAttribute("transform")
    shell.style.transform = "none"
    shell.append(inner)
    inner = shell
  }
  const sheet = around!.cloneNode(false) as SVGSVGElement
  sheet.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`)
  const place = { position: "absolute", inset: "0", width: "100%", height: "100%", transform: "none", overflow: "visible" }
  Object.assign(sheet.style, place)
  sheet.append(inner)
  return sheet
}

function within(around: Element, inner: Element): Element {
  const shell = nameless(around, false)
  shell.style.display = "contents"
  shell.append(inner)
  return shell
}

const NAMES = ["id", "data-thing", "data-place", "data-region", "data-standing", "data-pointed", "role", "tabindex", "aria-label", "aria-live"]

function nameless<T extends Element>(element: T, deep = true): T & ElementCSSInlineStyle {
  const copy = element.cloneNode(deep) as T & ElementCSSInlineStyle
  for (const one of [copy, ...copy.querySelectorAll("*")]) for (const name of NAMES) one.removeAttribute(name)
  return copy
}
