import readExif from 'exif-reader'

type Geopoint = { _type: 'geopoint'; lat: number; lng: number; alt?: number }

/** Sanity's names of tags. */
const NAMES: Record<string, string> = {
  DateTime: 'ModifyDate',
  ExifTag: 'ExifOffset',
  FocalLengthIn35mmFilm: 'FocalLengthIn35mmFormat',
  GPSTag: 'GPSInfo',
  ImageLength: 'ImageHeight',
  InteroperabilityTag: 'InteropOffset',
  ISOSpeedRatings: 'ISO',
}

// Cameras write 0/0 for an unknown value. JSON has no NaN.
const isPlain = (value: unknown) =>
  Number.isFinite(value) || typeof value === 'string' || typeof value === 'boolean'

function plainTags(tags: Record<string, unknown> | undefined): Record<string, unknown> {
  const entries = Object.entries(tags ?? {}).flatMap(([key, value]) => {
    const name = NAMES[key] ?? key
    if (value instanceof Date) return Number.isNaN(value.valueOf()) ? [] : [[name, value.toISOString()]]
    return isPlain(value) || (Array.isArray(value) && value.every(isPlain)) ? [[name, value]] : []
  })
  return Object.fromEntries(entries)
}

type Tags = { _type: string } & Record<string, unknown>
const typed = (_type: string, tags: Record<string, unknown>): Tags | undefined =>
  Object.keys(tags).length > 0 ? { _type, ...tags } : undefined

/** The EXIF values of an image in Sanity's shape, with its location. A malformed block gives nothing. */
export function exifOf(block: Buffer | undefined): { exif?: Tags; image?: Tags; location?: Geopoint } {
  let tags: ReturnType<typeof readExif>
  try {
    if (!block) return {}
    tags = readExif(block)
  } catch {
    return {}
  }
  const ofImage = plainTags(tags.Image)
  const image = typed('sanity.imageExifTags', ofImage)
  const exif = typed('sanity.imageExifMetadata', { ...ofImage, ...plainTags(tags.Photo) })
  const { GPSLatitude, GPSLatitudeRef, GPSLongitude, GPSLongitudeRef, GPSAltitude, GPSAltitudeRef } =
    tags.GPSInfo ?? {}
  const lat = degrees(GPSLatitude, GPSLatitudeRef === 'S'),
    lng = degrees(GPSLongitude, GPSLongitudeRef === 'W')
  const location =
    lat !== undefined && lng !== undefined ? { _type: 'geopoint' as const, lat, lng } : undefined
  const alt = Number.isFinite(GPSAltitude) ? Number(GPSAltitude) * (GPSAltitudeRef === 1 ? -1 : 1) : undefined
  return {
    ...(exif && { exif }),
    ...(image && { image }),
    ...(location && { location: alt === undefined ? location : { ...location, alt } }),
  }
}

function degrees(parts: unknown, negative: boolean): number | undefined {
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'number' && Number.isFinite(part)))
    return undefined
  const [whole = 0, minutes = 0, seconds = 0] = parts as number[]
  return (whole + minutes / 60 + seconds / 3600) * (negative ? -1 : 1)
}
