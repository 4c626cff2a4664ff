import { useRef } from 'react'
import { type FormPatch, type ObjectInputProps, PatchEvent, unset } from 'sanity'

/**
 * The field of a picture. Another one is shown whole until an editor crops it: of an uploaded one the Studio (Sanity 6.16)
 * keeps the cut and the hotspot of the picture that was there before, of a selected one it doesn't. And of an upload that
 * failed at once, without a network, it goes on to tell how far it is, which ends the whole desk.
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
