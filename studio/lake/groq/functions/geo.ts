import { booleanContains } from '@turf/boolean-contains'
import { booleanIntersects } from '@turf/boolean-intersects'
import type { Geometry, LineString, Point, Polygon, Position } from 'geojson'
import type { FunctionSet } from './definition.ts'
import { pointAt, toGeometry } from './geometry.ts'

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
