import { SETTINGS_SOURCE, useEditAttribute } from '#app/content/click-to-edit.tsx'
import { fileUrl } from '#app/content/media.ts'
import { useSettings } from '#app/content/settings.tsx'
import { classNames } from '#app/ui/class-names.ts'

type Props = { light?: boolean; className?: string }

/** The logo, or the brand's name without one. */
export function Logo({ light, className }: Props) {
  const { brand, logo, logoLight } = useSettings()
  const edit = useEditAttribute()
  const asset = (light ? logoLight : logo)?.asset
  const url = fileUrl(asset)
  if (!asset || !url) return <>{brand}</>
  const { width, height } = asset
  return (
    <img
      {...edit(light ? 'logoLight' : 'logo', SETTINGS_SOURCE)}
      className={classNames('keeps-ground', className)}
      width={width ?? undefined}
      height={height ?? undefined}
      src={url}
      alt={brand ?? ''}
      loading={light ? 'lazy' : undefined}
      // Loads after the page's main image: React adds no preload.
      fetchPriority={light ? undefined : 'low'}
    />
  )
}
