// Keys and indexes of a kg graph in Neo4j, then its edges.
CREATE CONSTRAINT kg_paper_key IF NOT EXISTS FOR (n:Paper) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT kg_method_key IF NOT EXISTS FOR (n:Method) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT kg_task_key IF NOT EXISTS FOR (n:Task) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT kg_dataset_key IF NOT EXISTS FOR (n:Dataset) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT kg_metric_key IF NOT EXISTS FOR (n:Metric) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT kg_result_key IF NOT EXISTS FOR (n:Result) REQUIRE n.key IS UNIQUE;
CREATE INDEX kg_paper_name IF NOT EXISTS FOR (n:Paper) ON (n.name);
CREATE INDEX kg_method_name IF NOT EXISTS FOR (n:Method) ON (n.name);
CREATE INDEX kg_task_name IF NOT EXISTS FOR (n:Task) ON (n.name);
CREATE INDEX kg_dataset_name IF NOT EXISTS FOR (n:Dataset) ON (n.name);
CREATE INDEX kg_metric_name IF NOT EXISTS FOR (n:Metric) ON (n.name);

// (:Method)-[:ADDRESSES]->(:Task)
// (:Paper)-[:ADDRESSES]->(:Task)
// (:Dataset)-[:BENCHMARK_FOR]->(:Task)
// (:Method)-[:COMPARED_WITH]->(:Method)
// (:Paper)-[:COMPARES]->(:Dataset)
// (:Paper)-[:COMPARES]->(:Method)
// (:Paper)-[:COMPARES]->(:Metric)
// (:Paper)-[:COMPARES]->(:Task)
// (:Method)-[:EVALUATED_BY]->(:Metric)
// (:Method)-[:EVALUATED_ON]->(:Dataset)
// (:Paper)-[:EVALUATES_ON]->(:Dataset)
// (:Result)-[:FOR_TASK]->(:Task)
// (:Result)-[:IN_METRIC]->(:Metric)
// (:Dataset)-[:IS_A]->(:Dataset)
// (:Method)-[:IS_A]->(:Method)
// (:Metric)-[:IS_A]->(:Metric)
// (:Task)-[:IS_A]->(:Task)
// (:Paper)-[:MENTIONS]->(:Dataset)
// (:Paper)-[:MENTIONS]->(:Method)
// (:Paper)-[:MENTIONS]->(:Metric)
// (:Paper)-[:MENTIONS]->(:Task)
// (:Result)-[:OF_METHOD]->(:Method)
// (:Result)-[:ON_DATASET]->(:Dataset)
// (:Method)-[:OUTPERFORMS]->(:Method)
// (:Result)-[:OVER_BASELINE]->(:Method)
// (:Dataset)-[:PART_OF]->(:Dataset)
// (:Method)-[:PART_OF]->(:Method)
// (:Metric)-[:PART_OF]->(:Metric)
// (:Task)-[:PART_OF]->(:Task)
// (:Paper)-[:PROPOSES]->(:Dataset)
// (:Paper)-[:PROPOSES]->(:Method)
// (:Paper)-[:PROPOSES]->(:Metric)
// (:Paper)-[:PROPOSES]->(:Task)
// (:Paper)-[:REPORTS]->(:Result)
// (:Dataset)-[:SAME_NAME]->(:Method)
// (:Dataset)-[:SAME_NAME]->(:Metric)
// (:Dataset)-[:SAME_NAME]->(:Task)
// (:Method)-[:SAME_NAME]->(:Dataset)
// (:Method)-[:SAME_NAME]->(:Metric)
// (:Method)-[:SAME_NAME]->(:Task)
// (:Metric)-[:SAME_NAME]->(:Dataset)
// (:Metric)-[:SAME_NAME]->(:Method)
// (:Metric)-[:SAME_NAME]->(:Task)
// (:Task)-[:SAME_NAME]->(:Dataset)
// (:Task)-[:SAME_NAME]->(:Method)
// (:Task)-[:SAME_NAME]->(:Metric)
// (:Method)-[:TRAINED_ON]->(:Dataset)
// (:Method)-[:USES]->(:Method)
// (:Paper)-[:USES]->(:Dataset)
// (:Paper)-[:USES]->(:Method)
// (:Paper)-[:USES]->(:Metric)
