/**
 * The one item of a list that is drawn on a canvas: thousands of elements would tell a screen reader no more than the
 * item that is chosen.
 */

export class ListItem {
  private readonly list: HTMLElement;
  private readonly item: HTMLElement;
  private told = '';
  private number = 0;

  constructor(list: HTMLElement, item: HTMLElement) {
    this.list = list;
    this.item = item;
    this.show(null, null);
  }

  /** Null where nothing is chosen. */
  show(text: string | null, place: { position: number; size: number } | null): void {
    const { item, list } = this;
    const told = `${text ?? ''}\n${place?.position ?? 0} ${place?.size ?? 0}`;
    if (told === this.told) return;
    this.told = told;
    // Readers speak when the active item changes, so another allocation is another id.
    item.id = `${list.id}-item-${this.number++}`;
    item.setAttribute('aria-label', text ?? 'nothing selected');
    item.setAttribute('aria-selected', String(text !== null));
    if (place === null) {
      item.removeAttribute('aria-posinset');
      item.removeAttribute('aria-setsize');
    } else {
      item.setAttribute('aria-posinset', String(place.position));
      item.setAttribute('aria-setsize', String(place.size));
    }
    list.setAttribute('aria-activedescendant', item.id);
  }
}
