import { type ObjectInputProps, PatchEvent, unset } from 'sanity'

/** Removes crop and hotspot when a new image replaces the old one. Sanity 6.16 keeps them. */
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
