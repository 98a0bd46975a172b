/** What this project uses of Preact and htm, for checking its code; the file beside it has no types of its own. */

export type Child = VNode | string | number | boolean | null | undefined | Child[];
export interface VNode {
  type: unknown;
  props: unknown;
  key: unknown;
}
/** A function that draws its properties; the tags of `html` do not check them. */
export type View<P = never> = (props: P) => Child;
export type Ref<T> = { current: T };
type Clean = void | (() => void);
type Deps = readonly unknown[];

export function html(parts: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(tree: Child, parent: Element): void;
export function createContext<T>(initial: T): { Provider: View<{ value: T; children?: Child }> };
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((old: T) => T)) => void];
export function useEffect(effect: () => Clean, deps?: Deps): void;
export function useLayoutEffect(effect: () => Clean, deps?: Deps): void;
export function useRef<T>(initial: T): Ref<T>;
export function useMemo<T>(make: () => T, deps: Deps): T;
export function useCallback<T>(call: T, deps: Deps): T;
export function useContext<T>(context: { Provider: View<{ value: T; children?: Child }> }): T;
