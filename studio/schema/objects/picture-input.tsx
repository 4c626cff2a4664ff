import { useRef } from 'react'
import { type FormPatch, type ObjectInputProps, PatchEvent, unset } from 'sanity'

/**
 * The input of an image field. Works around two faults of Sanity 6.16: an uploaded image keeps the crop and hotspot of the
 * image it replaces, and progress of an upload that already failed (no network) crashes the form.
 */
export function PictureInput(props: ObjectInputProps) {
  const uploading = useRef(false)
  const isLate = ({ type, path: [field, ...rest] }: FormPatch) => {
    if (field !== '_upload') return false
    if (rest.length > 0) return !uploading.current
    uploading.current = type === 'set'
    return false
  }
  return props.renderDefault({
    ...props,
    onChange: (change) => {
      const patches = PatchEvent.from(change).patches.filter((patch) => !isLate(patch))
      const replaces = patches.some(({ type, path }) => type === 'set' && path.join() === 'asset')
      props.onChange(replaces ? [unset(['hotspot']), unset(['crop']), ...patches] : patches)
    },
  })
}
