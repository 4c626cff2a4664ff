import { useState } from 'react'
import { SETTINGS_PLACE, useEdit } from '#app/content/edit.tsx'
import { fileUrl } from '#app/content/media.ts'
import { useSettings } from '#app/content/settings.tsx'
import type { LogoDrawing } from '#app/layout/logo-drawing.server.ts'
import { classNames } from '#app/ui/class-names.ts'

type Props = {
  light?: boolean
  /** What the page carries of the logo, which then needs no file. It stays what it was in the visitor's first page. */
  drawing?: LogoDrawing | null
  className?: string
}

/** The logo, or the brand's name until there is one. */
export function Logo({ light, drawing, className }: Props) {
  const { brand, logo, logoLight } = useSettings()
  const edit = useEdit()
  const [carried] = useState(drawing)
  const asset = (light ? logoLight : logo)?.asset
  const url = fileUrl(asset)
  if (!asset || !url) return <>{brand}</>
  const { width, height } = asset
  const common = {
    ...edit(light ? 'logoLight' : 'logo', SETTINGS_PLACE),
    className: classNames('keeps-ground', className),
    width: width ?? undefined,
    height: height ?? undefined,
  }
  if (carried?.url === url)
    return (
      <svg {...common} viewBox={carried.viewBox} role="img" aria-label={brand ?? undefined}>
        {carried.paths.map((path) => (
          <path key={path.d} {...path} />
        ))}
      </svg>
    )
  return (
    <img
      {...common}
      src={url}
      alt={brand ?? ''}
      loading={light ? 'lazy' : undefined}
      // Not before the page's main picture; and so React asks for no preload.
      fetchPriority={light ? undefined : 'low'}
    />
  )
}
