// Paste one query at a time into `kg query GRAPH` or the Neo4j browser; the rows are the same.

// Which methods are built on a method that another paper of the collection proposes?
MATCH (later:Paper)-[:PROPOSES]->(m:Method)-[:USES]->(part:Method)<-[:PROPOSES]-(earlier:Paper)
WHERE later.key <> earlier.key
RETURN m.name AS method, part.name AS builds_on, later.year AS year, earlier.year AS since
ORDER BY year, method, builds_on;

// Which baselines do most papers compare with?
MATCH (p:Paper)-[:COMPARES]->(m:Method)
RETURN m.name AS baseline, count(DISTINCT p.key) AS papers
ORDER BY papers DESC, baseline LIMIT 10;

// Where do two papers report results on the same dataset?
MATCH (a:Paper)-[:EVALUATES_ON]->(d:Dataset)<-[:EVALUATES_ON]-(b:Paper)
WHERE a.key < b.key
RETURN d.name AS dataset, a.name AS one, b.name AS other
ORDER BY dataset, one, other LIMIT 20;

// Which sentence says that one method beats another?
MATCH (better:Method)-[r:OUTPERFORMS]->(worse:Method)
RETURN better.name AS better, worse.name AS worse, r.evidence[0] AS sentence, r.evidence_papers[0] AS paper
ORDER BY better, worse LIMIT 20;
