import { type ObjectInputProps, PatchEvent, unset } from 'sanity'

/** The input of an image field: a new image does not keep the crop and hotspot of the one that it replaces, as in Sanity 6.16. */
export function PictureInput(props: ObjectInputProps) {
  return props.renderDefault({
    ...props,
    onChange: (change) => {
      const { patches } = PatchEvent.from(change)
      const replaces = patches.some(({ type, path }) => type === 'set' && path.join() === 'asset')
      props.onChange(replaces ? [unset(['hotspot']), unset(['crop']), ...patches] : patches)
    },
  })
}
