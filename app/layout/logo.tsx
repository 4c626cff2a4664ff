import { SETTINGS_PLACE, useEdit } from '#app/content/edit.tsx'
import { fileUrl } from '#app/content/media.ts'
import { useSettings } from '#app/content/settings.tsx'
import { classNames } from '#app/ui/class-names.ts'

/** The logo, or the brand's name until there is one. */
export function Logo({ light, className }: { light?: boolean; className?: string }) {
  const { brand, logo, logoLight } = useSettings()
  const edit = useEdit()
  const asset = (light ? logoLight : logo)?.asset
  const url = fileUrl(asset)
  if (!asset || !url) return <>{brand}</>
  const { width, height } = asset
  return (
    <img
      {...edit(light ? 'logoLight' : 'logo', SETTINGS_PLACE)}
      className={classNames('keeps-ground', className)}
      src={url}
      alt={brand ?? ''}
      loading={light ? 'lazy' : undefined}
      // Not before the page's main picture; and so React asks for no preload.
      fetchPriority={light ? undefined : 'low'}
      width={width ?? undefined}
      height={height ?? undefined}
    />
  )
}
