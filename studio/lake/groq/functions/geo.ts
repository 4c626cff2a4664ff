import { booleanContains } from '@turf/boolean-contains'
import { booleanIntersects } from '@turf/boolean-intersects'
import type { Geometry, LineString, Point, Polygon, Position } from 'geojson'
import type { Budget } from '../budget.ts'
import { attributeOf, isObject } from '../values.ts'
import type { FunctionSet } from './definition.ts'

// The haversine formula with the Earth's equatorial radius, as in the conformance suite.
const EARTH_RADIUS_M = 6_378_137

type SimpleGeometry = Point | LineString | Polygon

/** https://spec.groq.dev/#sec-Geography-Extension */
export const geoFunctions: FunctionSet = {
  contains: {
    arity: [2, 2],
    evaluate({ budget }, _, a, b) {
      const outer = toGeometry(a, budget)
      const inner = toGeometry(b, budget)
      if (!outer || !inner) return null
      const outerParts = partsOf(outer)
      return partsOf(inner).every((part) =>
        outerParts.some((outerPart) => {
          budget.steps(sizeOf(outerPart) * sizeOf(part))
          return contains(outerPart, part)
        }),
      )
    },
  },
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
  intersects: {
    arity: [2, 2],
    evaluate({ budget }, _, a, b) {
      const left = toGeometry(a, budget)
      const right = toGeometry(b, budget)
      if (!left || !right) return null
      const otherParts = partsOf(right)
      return partsOf(left).some((part) =>
        otherParts.some((otherPart) => {
          budget.steps(sizeOf(part) * sizeOf(otherPart))
          return booleanIntersects(part, otherPart)
        }),
      )
    },
  },
  latLng: { arity: [2, 2], evaluate: (_, __, latitude, longitude) => pointAt(latitude, longitude) },
  point: { arity: [2, 2], evaluate: (_, __, latitude, longitude) => pointAt(latitude, longitude) },
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
  const { type, coordinates } = value
  switch (type) {
    case 'Point': {
      const position = positionOf(coordinates)
      return position && { type, coordinates: position }
    }
    case 'MultiPoint': {
      const positions = listOf(coordinates, budget, positionOf)
      return positions && { type, coordinates: positions }
    }
    case 'LineString': {
      const line = lineOf(coordinates, budget)
      return line && { type, coordinates: line }
    }
    case 'MultiLineString': {
      const lines = listOf(coordinates, budget, (line) => lineOf(line, budget))
      return lines && { type, coordinates: lines }
    }
    case 'Polygon': {
      const rings = listOf(coordinates, budget, (ring) => ringOf(ring, budget))
      return rings && { type, coordinates: rings }
    }
    case 'MultiPolygon': {
      const polygons = listOf(coordinates, budget, (polygon) =>
        listOf(polygon, budget, (ring) => ringOf(ring, budget)),
      )
      return polygons && { type, coordinates: polygons }
    }
    case 'GeometryCollection': {
      const geometries = listOf(value.geometries, budget, (geometry) => toGeometry(geometry, budget))
      return geometries && { type, geometries }
    }
    default:
      return null
  }
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
function listOf<T>(value: unknown, budget: Budget, read: (element: unknown) => T | null): T[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  budget.steps(value.length)
  const list: T[] = []
  for (const element of value) {
    const item = read(element)
    if (item === null) return null
    list.push(item)
  }
  return list
}

function lineOf(value: unknown, budget: Budget): Position[] | null {
  const line = listOf(value, budget, positionOf)
  return line && line.length >= 2 ? line : null
}

/** Reads a closed ring with at least three corners that does not cross itself. */
function ringOf(value: unknown, budget: Budget): Position[] | null {
  const ring = listOf(value, budget, positionOf)
  if (!ring || ring.length < 4 || !isSame(ring[0]!, ring.at(-1)!)) return null
  for (let i = 1; i < ring.length; i++) if (isSame(ring[i - 1]!, ring[i]!)) return null
  return crossesItself(ring, budget) ? null : ring
}

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
