import readExif from 'exif-reader'

type Geopoint = { _type: 'geopoint'; lat: number; lng: number; alt?: number }

/**
 * What a camera wrote into a picture, as Sanity keeps it: plain values of the EXIF block, and where the picture was
 * taken. `block` is the raw EXIF; a block that can't be read holds nothing.
 */
export function exifOf(block: Buffer | undefined): { exif?: Record<string, unknown>; location?: Geopoint } {
  let tags: ReturnType<typeof readExif>
  try {
    if (!block) return {}
    tags = readExif(block)
  } catch {
    return {}
  }
  const entries = Object.entries({ ...tags.Image, ...tags.Photo }).flatMap(([key, value]) => {
    if (value instanceof Date) return Number.isNaN(value.valueOf()) ? [] : [[key, value.toISOString()]]
    // Cameras write 0/0 for what they don't know: no document can hold it.
    return Number.isFinite(value) || typeof value === 'string' || typeof value === 'boolean'
      ? [[key, value]]
      : []
  })
  const { GPSLatitude, GPSLatitudeRef, GPSLongitude, GPSLongitudeRef, GPSAltitude, GPSAltitudeRef } =
    tags.GPSInfo ?? {}
  const lat = degrees(GPSLatitude, GPSLatitudeRef === 'S'),
    lng = degrees(GPSLongitude, GPSLongitudeRef === 'W')
  const location =
    lat !== undefined && lng !== undefined ? { _type: 'geopoint' as const, lat, lng } : undefined
  const alt = Number.isFinite(GPSAltitude) ? Number(GPSAltitude) * (GPSAltitudeRef === 1 ? -1 : 1) : undefined
  return {
    ...(entries.length > 0 && {
      exif: { _type: 'sanity.imageExifMetadata', ...Object.fromEntries(entries) },
    }),
    ...(location && { location: alt === undefined ? location : { ...location, alt } }),
  }
}

function degrees(parts: unknown, negative: boolean): number | undefined {
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'number' && Number.isFinite(part)))
    return undefined
  const [whole = 0, minutes = 0, seconds = 0] = parts as number[]
  return (whole + minutes / 60 + seconds / 3600) * (negative ? -1 : 1)
}
