/** Addresses of the views. The name of a single cluster is left out. */

let several = false;

/** Sets whether the exporter has several clusters. */
export function nameClusters(many) {
  several = many;
}

/** The filter of one cluster. */
export function within(cluster) {
  return several && cluster ? { cluster } : {};
}

/** The filters of the address. */
export function filtersHere() {
  return new URLSearchParams(location.hash.split('?')[1]);
}

function view(name, filters) {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value)).toString();
  return '#/' + name + (query ? '?' + query : '');
}

/** A list of jobs. */
export function address(filters) {
  return view('jobs', filters);
}

/** A list of nodes. */
export function nodesAt(filters) {
  return view('nodes', filters);
}

/** The page of a job, a node, a user or an account of a cluster. */
export function pageOf(kind, name, cluster) {
  return view(kind + '/' + encodeURIComponent(name), within(cluster));
}

/** The page of a NodeSet, named NAMESPACE/NAME. */
export function nodeSetAt(key, cluster) {
  return view('nodeset/' + key.split('/').map(encodeURIComponent).join('/'), within(cluster));
}

/** Whether a cluster of /api/v1/now has Kubernetes; without it there are no NodeSets. */
export function hasKubernetes(cluster) {
  return cluster.sources.some(source => source.name.startsWith('kube-'));
}
