import { booleanContains } from '@turf/boolean-contains'
import { booleanIntersects } from '@turf/boolean-intersects'
import type { Geometry, LineString, Point, Polygon, Position } from 'geojson'
import type { Budget } from '../budget.ts'
import { attributeOf, isObject } from '../values.ts'
import type { FunctionDefinition, FunctionSet } from './definition.ts'

// The haversine formula with the Earth's equatorial radius, as in the conformance suite.
const EARTH_RADIUS_M = 6_378_137

type SimpleGeometry = Point | LineString | Polygon
type Read<T> = (value: unknown, budget: Budget) => T | null

/** https://spec.groq.dev/#sec-Geography-Extension */
export const geoFunctions: FunctionSet = {
  contains: relation('every', contains),
  distance: {
    arity: [2, 2],
    evaluate({ budget }, _, a, b) {
      const from = toGeometry(a, budget)
      const to = toGeometry(b, budget)
      return from?.type === 'Point' && to?.type === 'Point'
        ? distance(from.coordinates, to.coordinates)
        : null
    },
  },
  intersects: relation('some', booleanIntersects),
  latLng: { arity: [2, 2], evaluate: (_, __, latitude, longitude) => pointAt(latitude, longitude) },
  point: { arity: [2, 2], evaluate: (_, __, latitude, longitude) => pointAt(latitude, longitude) },
}

/** Whether some or all parts of the second geometry are related to a part of the first. */
function relation(
  quantifier: 'some' | 'every',
  holds: (a: SimpleGeometry, b: SimpleGeometry) => boolean,
): FunctionDefinition {
  return {
    arity: [2, 2],
    evaluate({ budget }, _, a, b) {
      const [first, second] = [toGeometry(a, budget), toGeometry(b, budget)]
      if (!first || !second) return null
      const parts = partsOf(first)
      return partsOf(second)[quantifier]((part) =>
        parts.some((other) => {
          budget.steps(sizeOf(part) * sizeOf(other))
          return holds(other, part)
        }),
      )
    },
  }
}

function partsOf(geometry: Geometry): SimpleGeometry[] {
  switch (geometry.type) {
    case 'MultiPoint':
      return geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates }))
    case 'MultiLineString':
      return geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }))
    case 'MultiPolygon':
      return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
    case 'GeometryCollection':
      return geometry.geometries.flatMap(partsOf)
    default:
      return [geometry]
  }
}

const sizeOf = ({ type, coordinates }: SimpleGeometry) =>
  type === 'Polygon' ? coordinates.flat().length : coordinates.length

function contains(outer: SimpleGeometry, inner: SimpleGeometry): boolean {
  if (outer.type === 'Point' && inner.type !== 'Point') return false
  if (outer.type === 'LineString' && inner.type === 'Polygon') return false
  if (!booleanContains(outer, inner)) return false
  if (outer.type !== 'Polygon' || inner.type !== 'Polygon') return true
  // The edges are inside, but the polygon may cover a hole.
  const [, ...holes] = outer.coordinates
  return !holes.flat().some((corner) => booleanContains(inner, { type: 'Point', coordinates: corner }))
}

function distance([lng1, lat1]: Position, [lng2, lat2]: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const sinHalf = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const h =
    sinHalf(lat2! - lat1!) + Math.cos(radians(lat1!)) * Math.cos(radians(lat2!)) * sinHalf(lng2! - lng1!)
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

const cache = new WeakMap<object, Geometry | null>()

/** Reads GeoJSON, or a point with `lat` and `lng` or `lon`; null if invalid. https://spec.groq.dev/#sec-Geography-Extension */
export function toGeometry(value: unknown, budget: Budget): Geometry | null {
  if (!isObject(value)) return null
  const cached = cache.get(value)
  if (cached !== undefined) return cached
  const geometry = read(value, budget)
  cache.set(value, geometry)
  return geometry
}

function read(value: Record<string, unknown>, budget: Budget): Geometry | null {
  if (Object.hasOwn(value, 'lat')) {
    if (Object.hasOwn(value, 'lng') === Object.hasOwn(value, 'lon')) return null
    return pointAt(value.lat, attributeOf(value, 'lng') ?? attributeOf(value, 'lon'))
  }
  const { type } = value
  if (type === 'GeometryCollection') {
    const geometries = listOf((geometry) => toGeometry(geometry, budget))(value.geometries, budget)
    return geometries && { type, geometries }
  }
  const readCoordinates = READERS.get(type)
  const coordinates = readCoordinates?.(value.coordinates, budget)
  return coordinates ? ({ type, coordinates } as Geometry) : null
}

/** Returns a point in degrees; null if it is invalid. */
function pointAt(latitude: unknown, longitude: unknown): Geometry | null {
  const position = positionOf([longitude, latitude])
  return position && { type: 'Point', coordinates: position }
}

function positionOf(value: unknown): Position | null {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return null
  return value.every((number) => typeof number === 'number' && Number.isFinite(number)) ? value : null
}

/** Reads a list; null if an element is invalid. */
function listOf<T>(read: Read<T>): Read<T[]> {
  return (value, budget) => {
    if (!Array.isArray(value) || value.length === 0) return null
    budget.steps(value.length)
    const list: T[] = []
    for (const element of value) {
      const item = read(element, budget)
      if (item === null) return null
      list.push(item)
    }
    return list
  }
}

const positionsOf = listOf(positionOf)

function lineOf(value: unknown, budget: Budget): Position[] | null {
  const line = positionsOf(value, budget)
  return line && line.length >= 2 ? line : null
}

/** Reads a closed ring with at least three corners that does not cross itself. */
function ringOf(value: unknown, budget: Budget): Position[] | null {
  const ring = positionsOf(value, budget)
  if (!ring || ring.length < 4 || !isSame(ring[0]!, ring.at(-1)!)) return null
  for (let i = 1; i < ring.length; i++) if (isSame(ring[i - 1]!, ring[i]!)) return null
  return crossesItself(ring, budget) ? null : ring
}

/** Readers of coordinates. */
const READERS = new Map<unknown, Read<unknown>>([
  ['Point', positionOf],
  ['MultiPoint', positionsOf],
  ['LineString', lineOf],
  ['MultiLineString', listOf(lineOf)],
  ['Polygon', listOf(ringOf)],
  ['MultiPolygon', listOf(listOf(ringOf))],
])

const isSame = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1]

/** Sorts edges by their western end, because only edges with overlapping longitudes can cross. */
function crossesItself(ring: Position[], budget: Budget): boolean {
  const edges = ring.slice(1).map((to, i) => {
    const from = ring[i]!
    return { from, to, west: Math.min(from[0]!, to[0]!), east: Math.max(from[0]!, to[0]!) }
  })
  edges.sort((a, b) => a.west - b.west)
  for (const [i, a] of edges.entries()) {
    for (let j = i + 1; j < edges.length && edges[j]!.west <= a.east; j++) {
      budget.step()
      if (cross(a.from, a.to, edges[j]!.from, edges[j]!.to)) return true
    }
  }
  return false
}

/** Whether two edges cross between their ends. */
function cross(a: Position, b: Position, c: Position, d: Position): boolean {
  const side = (p: Position, q: Position, r: Position) =>
    Math.sign((q[0]! - p[0]!) * (r[1]! - p[1]!) - (q[1]! - p[1]!) * (r[0]! - p[0]!))
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}
